/** Loaded into a server before it starts: SIGUSR2 makes it collect its garbage, so that only memory in use is counted. */
process.on('SIGUSR2', () => globalThis.gc!());

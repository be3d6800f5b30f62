/** @throws when a process on this machine may not open so many files and sockets */
export function expectOpenFiles(count: number): void {
  const { userLimits } = process.report.getReport() as unknown as {
    userLimits: { open_files: { hard: number | string } };
  };
  const { hard } = userLimits.open_files;
  if (Number(hard) < count)
    throw new Error(`This machine lets a process open ${hard} files, ${count} are needed: ulimit -Hn`);
}

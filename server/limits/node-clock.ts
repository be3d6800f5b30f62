/** Milliseconds by this node's clock, which does not jump when the system's is set. Tests set it forward. */
export const nodeClock = { now: () => performance.now() };

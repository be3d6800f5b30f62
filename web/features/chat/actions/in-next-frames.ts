/** Runs `attempt` in each of the next frames, until it gives true or so many have passed: a list renders what it scrolls to late. */
export function inNextFrames(frames: number, attempt: () => boolean): void {
  requestAnimationFrame(() => {
    if (!attempt() && frames > 1) inNextFrames(frames - 1, attempt);
  });
}

/** Runs `attempt` once a frame until it returns true, in at most `frames` frames. A list renders late what it scrolls to. */
export function inNextFrames(frames: number, attempt: () => boolean): void {
  requestAnimationFrame(() => {
    if (!attempt() && frames > 1) inNextFrames(frames - 1, attempt);
  });
}

import type { Page } from '@playwright/test';

/** Records the times from frame to frame during some work in a page, in ms. */
export async function recordFrames(page: Page, during: () => Promise<void>): Promise<number[]> {
  const recording = await page.evaluateHandle(() => {
    const frames: number[] = [];
    let last: number | undefined;
    const record = (now: number) => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      recording.next = requestAnimationFrame(record);
    };
    const recording = { frames, next: requestAnimationFrame(record) };
    return recording;
  });
  await during();
  return recording.evaluate(({ frames, next }) => {
    cancelAnimationFrame(next);
    return frames;
  });
}

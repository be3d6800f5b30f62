import { expect, onTestFinished, test, vi } from 'vitest';
import { loadChunk } from './load-chunk.ts';

test('loading a code chunk fails after 120000 ms and not before', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const failed = vi.fn();
  loadChunk(() => new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: 'Loading chunk failed' }));
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadChunk } from './load-chunk.ts';

describe('loading a code chunk', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns the chunk, and leaves no timer behind', async () => {
    await expect(loadChunk(async () => 'a screen')).resolves.toBe('a screen');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('throws that loading failed, with the cause', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({
      message: 'Loading chunk failed',
      cause,
    });
  });

  it('fails after 120000 ms and not before', async () => {
    const failed = vi.fn();
    loadChunk(() => new Promise(() => {})).catch(failed);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: 'Loading chunk failed' }));
  });
});

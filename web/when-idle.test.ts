import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAwaited, whenIdle } from './when-idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { requestIdleCallback: (work: () => void) => setTimeout(work, 10) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('work runs when the browser is idle', async () => {
  const work = vi.fn();
  whenIdle(work);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect(work).toHaveBeenCalledOnce();
});

test('it waits for what the screen waits for, and for what that asks for in turn', async () => {
  const work = vi.fn();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  noteAwaited(first.promise);
  whenIdle(work);
  await vi.advanceTimersByTimeAsync(500);
  void first.promise.then(() => {
    noteAwaited(second.promise).catch(() => {});
  });
  first.resolve();
  await vi.advanceTimersByTimeAsync(500);
  expect(work).not.toHaveBeenCalled();
  second.reject(new Error('refused'));
  await vi.advanceTimersByTimeAsync(30);
  expect(work).toHaveBeenCalledOnce();
});

test('it waits for two seconds at most', async () => {
  const work = vi.fn();
  const never = Promise.withResolvers<void>();
  noteAwaited(never.promise);
  whenIdle(work);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(150);
  expect(work).toHaveBeenCalledOnce();
  never.resolve();
});

test('without requestIdleCallback it waits for a second', async () => {
  vi.stubGlobal('window', {});
  const work = vi.fn();
  whenIdle(work);
  await vi.advanceTimersByTimeAsync(900);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledOnce();
});

import type { LiveSocket } from '#web/live/index.ts';

/** Resolves when the live connection opens, after so many milliseconds, or when nobody waits any more. */
export function nextOpening(socket: LiveSocket, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stopListening = socket.onStatus((status) => status === 'open' && end());
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

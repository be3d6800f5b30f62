const LONGEST_MS = 2_000;

/** What the screen waits for. */
const awaited = new Set<Promise<unknown>>();

/** Notes what the screen waits for: work that runs when the browser is idle would delay it on a slow connection. */
export function noteAwaited<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const settled = answer.then(
    () => {},
    () => {},
  );
  awaited.add(settled);
  void settled.then(() => awaited.delete(settled));
  return answer;
}

/** Runs work when the browser is idle and the screen waits for nothing, after two seconds at the latest. */
export function whenIdle(work: () => void): void {
  const end = performance.now() + LONGEST_MS;
  const look = () => {
    const left = end - performance.now();
    if (awaited.size === 0 || left <= 0) return work();
    const late = new Promise((resolve) => setTimeout(resolve, left));
    void Promise.race([Promise.all(awaited), late]).then(() => onIdle(look, left));
  };
  onIdle(look, LONGEST_MS);
}

/** Safari has no `requestIdleCallback`. */
function onIdle(work: () => void, timeout: number): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: Math.max(1, timeout) });
  else setTimeout(work, Math.min(1_000, Math.max(0, timeout)));
}

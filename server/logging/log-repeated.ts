import type { Logger } from 'pino';

const PERIOD_MS = 60_000;

/** By log: what it has said in this minute, and how often it was not said again. */
const repeats = new WeakMap<Logger, Map<string, number>>();

/** Logs what callers can cause without end: the first time in a minute, and how many more there were. */
export function logRepeated(
  log: Logger,
  level: 'info' | 'warn',
  message: string,
  error?: unknown,
  part?: string,
): void {
  const { name, code } = (error ?? {}) as NodeJS.ErrnoException;
  // Not the error's words: callers could vary them.
  const kind = [message, name, code].join('\n');
  const said = repeats.get(log) ?? new Map<string, number>();
  repeats.set(log, said);
  const more = said.get(kind);
  said.set(kind, (more ?? -1) + 1);
  if (more !== undefined) return;
  log[level]({ ...(part && { part }), ...(error !== undefined && { err: error }) }, message);
  setTimeout(() => {
    const count = said.get(kind);
    said.delete(kind);
    if (count) log[level]({ count }, `${message}, again`);
  }, PERIOD_MS).unref();
}

import type { Logger } from 'pino';

const PERIOD_MS = 60_000;

/** By log: what happened in this minute, and how often. */
const repeats = new WeakMap<Logger, Map<string, number>>();

/** Logs what callers can cause without end: the first time in a minute, or the first `most` times, and how many more there were. */
export function logRepeated(
  log: Logger,
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: { err?: unknown; service?: string; [name: string]: unknown } = {},
  most = 1,
): void {
  const { name, code } = (fields.err ?? {}) as NodeJS.ErrnoException;
  // Not the error's words: callers could vary them.
  const kind = [message, fields.service, name, code].join('\n');
  const counts = repeats.get(log) ?? new Map<string, number>();
  repeats.set(log, counts);
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  if (count > most) return;
  log[level](fields, message);
  if (count > 1) return;
  setTimeout(() => {
    const more = counts.get(kind)! - most;
    if (more > 0) log[level]({ count: more }, `${message}, again`);
    counts.delete(kind);
  }, PERIOD_MS).unref();
}

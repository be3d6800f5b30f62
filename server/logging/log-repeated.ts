import type { Logger } from 'pino';

const PERIOD_MS = 60_000;

/** By log: what it has said in this minute, and how often it was not said again. */
const repeats = new WeakMap<Logger, Map<string, number>>();

/** Logs what callers can cause without end: the first time in a minute, and how many more there were. */
export function logRepeated(
  log: Logger,
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: { err?: unknown; service?: string; [name: string]: unknown } = {},
): void {
  const { name, code } = (fields.err ?? {}) as NodeJS.ErrnoException;
  // Not the error's words: callers could vary them.
  const kind = [message, fields.service, name, code].join('\n');
  const said = repeats.get(log) ?? new Map<string, number>();
  repeats.set(log, said);
  const more = said.get(kind);
  said.set(kind, (more ?? -1) + 1);
  if (more !== undefined) return;
  log[level](fields, message);
  setTimeout(() => {
    if (said.get(kind)) log[level]({ count: said.get(kind) }, `${message}, again`);
    said.delete(kind);
  }, PERIOD_MS).unref();
}

import type { AskServices } from './ask-services.ts';
import { publishAsk } from './publish-ask.ts';

/** Longer than a timer may be late. */
const MARGIN_MS = 20;

/**
 * Tells friends' browsers of asks at the moment when these open. That an ask opens follows from its times alone: without this
 * the friends see it at their next look, and their texts leave on time anyway.
 */
export interface OpenOnTime {
  /** @param inMs when the ask opens */
  expect(ask: string, inMs: number): void;
  /** Also expects the asks that are held already: after a restart. */
  start(): Promise<void>;
  stop(): void;
}

export function createOpenOnTime(parts: AskServices): OpenOnTime {
  const timers = new Map<string, NodeJS.Timeout>();
  function expect(ask: string, inMs: number): void {
    clearTimeout(timers.get(ask));
    const open = () => {
      timers.delete(ask);
      publishAsk(parts, ask);
    };
    timers.set(ask, setTimeout(open, inMs + MARGIN_MS).unref());
  }
  return {
    expect,
    async start() {
      const { rows } = await parts.pool.query<{ id: string; inMs: number }>(
        `select id, 1000 * extract(epoch from opens_at - now())::float8 as "inMs" from asks
         where closed_at is null and opens_at > now()`,
      );
      for (const { id, inMs } of rows) expect(id, inMs);
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

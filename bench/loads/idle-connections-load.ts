/** A process of its own: many people with an open live connection, who do nothing. */
import { openLive } from '#bench/rig/live-client.ts';
import { ownProcess } from '#bench/rig/own-process.ts';
import type { Person } from '#bench/rig/people.ts';

const OPENING_AT_ONCE = 32;

/** Each task opens more connections, which stay open. When the server closes one, `openLive` ends the process. */
export const idleConnections = ownProcess(
  import.meta,
  async ({ url, people }: { url: string; people: Person[] }): Promise<object> => {
    const left = [...people];
    const openNext = async () => {
      for (let person = left.pop(); person; person = left.pop()) await openLive(url, person, unexpected);
    };
    await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openNext));
    return {};
  },
);

/** Idle people get no events. */
function unexpected(event: object): never {
  throw new Error(`An idle connection got ${JSON.stringify(event)}`);
}

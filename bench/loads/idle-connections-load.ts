/** A process of its own: many people with an open live connection, who do nothing. */
import { openLive } from '#bench/rig/live-client.ts';
import type { Person } from '#bench/rig/people.ts';
import { receiveTask, reply } from './load-process.ts';

export interface IdleConnectionsLoad {
  url: string;
  people: Person[];
}

const OPENING_AT_ONCE = 32;

const { url, people } = await receiveTask<IdleConnectionsLoad>();
const left = [...people];
await Promise.all(
  Array.from({ length: OPENING_AT_ONCE }, async () => {
    for (let person = left.pop(); person; person = left.pop()) await openLive(url, person, unexpected);
  }),
);
reply({});

/** Idle people get no events. `openLive` also ends this process when the server closes a connection. */
function unexpected(event: object): never {
  throw new Error(`An idle connection got ${JSON.stringify(event)}`);
}

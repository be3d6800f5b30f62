/** A process of its own: many people who are connected, and do nothing. */

import { openLive } from '#bench/rig/live-client.ts';
import type { Person } from '#bench/rig/people.ts';
import { receiveTask, reply } from './load-process.ts';

export interface CrowdLoad {
  url: string;
  people: Person[];
}

const OPENING_AT_ONCE = 32;

const { url, people } = await receiveTask<CrowdLoad>();
const left = [...people];
await Promise.all(
  Array.from({ length: OPENING_AT_ONCE }, async () => {
    for (let person = left.pop(); person; person = left.pop()) await openLive(url, person, unexpected);
  }),
);
reply({});

/** One that is closed ends this process, too. */
function unexpected(event: object): never {
  throw new Error(`Nobody said anything, but somebody heard ${JSON.stringify(event)}`);
}

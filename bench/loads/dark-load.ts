/**
 * A process of its own. In turn, the product sends a mood to many friends, and a bare server sends a frame to the same
 * number of sockets. Times both until the last socket has got it.
 */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '#bench/report/statistics.ts';
import { chooseDark } from '#bench/rig/call.ts';
import { openLive } from '#bench/rig/live-client.ts';
import { ownProcess } from '#bench/rig/own-process.ts';
import type { Person } from '#bench/rig/people.ts';
import { MESSAGE_CONTENT, newMessageId } from './chat-message.ts';

interface DarkLoad {
  warmUps: number;
  times: number;
  product: string;
  chooser: Person;
  friends: Person[];
  /** The address of the bare server. */
  fanOut: string;
}

interface DarkRun {
  /** From the choice to the last friend's event. */
  productMs: number;
  /** From the send to the last socket's frame. */
  fanOutMs: number;
}

/** People choose one by one: the cards and texts that follow from a choice are no part of the next one. */
const FOLLOWS_MS = 250;

/** @throws when a friend did not get one event for each choice */
export const darkLoad = ownProcess(
  import.meta,
  async ({ warmUps, times, product, chooser, friends, fanOut }: DarkLoad): Promise<DarkRun> => {
    const friendsOnline = await openAudience(product, friends, chooser.uid);
    const bystanders = await openAudience(fanOut, friends, chooser.uid);
    const sender = await openLive(fanOut, chooser, () => {});
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let n = 0; n < warmUps + times; n += 1) {
      ours.push(await friendsOnline(() => chooseDark(product, chooser, agent)));
      const frame = { type: 'send', id: newMessageId(), receiver: chooser.uid, content: MESSAGE_CONTENT } as const;
      bare.push(await bystanders(async () => sender.send(frame)));
      await pause(FOLLOWS_MS);
    }
    return { productMs: median(ours.slice(warmUps)), fanOutMs: median(bare.slice(warmUps)) };
  },
);

/** Opens sockets that all get the same frames. @returns runs an action that sends one frame to all, in ms until the last has it */
async function openAudience(url: string, people: Person[], author: string) {
  let missing = new Set<Person>();
  let last = Promise.withResolvers<number>();
  for (const person of people)
    await openLive(url, person, (event) => {
      // Friends who are asked get a frame about the ask later.
      if (event.type !== 'mood' && event.type !== 'send') return;
      const isRight = event.type === 'send' || (event.uid === author && event.mood === 'Dark');
      if (!isRight || !missing.delete(person))
        throw new Error(`The audit failed: a friend got ${JSON.stringify(event)}`);
      if (missing.size === 0) last.resolve(performance.now());
    });
  return async (act: () => Promise<unknown>): Promise<number> => {
    missing = new Set(people);
    last = Promise.withResolvers();
    const from = performance.now();
    const [to] = await Promise.all([last.promise, act()]);
    return to - from;
  };
}

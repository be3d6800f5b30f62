/** A process of its own: one message at a time to a server without other load, the product or the bare echo. */
import { median } from '#bench/report/statistics.ts';
import { openLive } from '#bench/rig/live-client.ts';
import { ownProcess } from '#bench/rig/own-process.ts';
import type { Person } from '#bench/rig/people.ts';
import type { ClientFrame, LiveEvent } from '#contract/live.ts';
import { MESSAGE_CONTENT, newMessageId } from './chat-message.ts';

interface IdleLoad {
  warmUps: number;
  messages: number;
  url: string;
  sender: Person;
  /** Undefined for the bare echo, which sends each frame back to its sender. */
  receiver?: Person;
}

interface IdleRun {
  /** From the send to the delivery. */
  medianMs: number;
  /** The ids of the messages that were acknowledged and delivered, warm-ups included. */
  ids: string[];
}

let acknowledged = Promise.withResolvers<string>();
let delivered = Promise.withResolvers<string>();

export const idleLoad = ownProcess(
  import.meta,
  async ({ warmUps, messages, url, sender, receiver }: IdleLoad): Promise<IdleRun> => {
    const from = await openLive(url, sender, onEvent);
    if (receiver) await openLive(url, receiver, onEvent);
    const ids = Array.from({ length: warmUps + messages }, newMessageId);
    const times: number[] = [];
    for (const id of ids) {
      acknowledged = Promise.withResolvers();
      delivered = Promise.withResolvers();
      const sentAt = performance.now();
      from.send({ type: 'send', id, receiver: receiver?.uid ?? id, content: MESSAGE_CONTENT });
      const arrived = delivered.promise.then((got) => ({ got, ms: performance.now() - sentAt }));
      const [{ got, ms }, answered] = await Promise.all([arrived, receiver ? acknowledged.promise : id]);
      if (got !== id || answered !== id) throw new Error(`${got} and ${answered} arrived for ${id}`);
      times.push(ms);
    }
    return { medianMs: median(times.slice(warmUps)), ids };
  },
);

function onEvent(event: LiveEvent | ClientFrame): void {
  if (event.type === 'sent') acknowledged.resolve(event.id);
  else if (event.type === 'message') delivered.resolve(event.message.id);
  else if (event.type === 'send') delivered.resolve(event.id);
  else throw new Error(`Unexpected: ${JSON.stringify(event)}`);
}

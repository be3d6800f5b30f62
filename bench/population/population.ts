import { type Circles, drawCircles } from './circles.ts';
import { type Conversations, drawConversations, regularMessages } from './conversations.ts';
import { createRandom } from './random.ts';
import { writeRandomUuid } from './row-writer.ts';

/** Fewer would not have room for circles of fifty. */
export const SMALLEST_POPULATION = 300;
const MESSAGES_EACH = 10;
const CHATTING_MS = 2 * 365 * 24 * 60 * 60 * 1000;

export interface PopulationSize {
  seed: number;
  people: number;
  messages: number;
}

/** Who is there, who knows whom, and what was written: everything but the words. */
export interface Population extends PopulationSize {
  /** Everybody's uid, 16 bytes each. */
  uids: Buffer;
  circles: Circles;
  conversations: Conversations;
  /** When the first message was written; everybody has signed up and connected before. */
  beginning: number;
  /** When a message was written, in milliseconds since 1970: one after the other over two years, up to now. */
  timeOf(message: number): number;
}

/** Ten messages a person, and always twice those that the measured chats hold. */
export function usualMessages(people: number): number {
  return Math.max(MESSAGES_EACH * people, 2 * regularMessages(people));
}

/** The same for the same numbers, but for the times: they lead up to now. */
export function drawPopulation({ seed, people, messages }: PopulationSize): Population {
  const circles = drawCircles(seed, people);
  const beginning = Date.now() - CHATTING_MS;
  return {
    seed,
    people,
    messages,
    uids: drawUids(seed, people),
    circles,
    conversations: drawConversations(seed, circles, messages),
    beginning,
    timeOf: (message) => beginning + Math.floor((message / messages) * CHATTING_MS),
  };
}

function drawUids(seed: number, people: number): Buffer {
  const random = createRandom(seed, 'uids');
  const uids = Buffer.alloc(16 * people);
  for (let person = 0; person < people; person += 1) writeRandomUuid(uids, 16 * person, random);
  return uids;
}

/** A person's uid as it is written. */
export function uidOf({ uids }: Pick<Population, 'uids'>, person: number): string {
  const hex = uids.toString('hex', 16 * person, 16 * person + 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

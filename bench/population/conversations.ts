import type { Circles } from './circles.ts';
import { REGULAR_CIRCLE, regularsAmong } from './degrees.ts';
import { createRandom } from './random.ts';
import { drawSittingLength, mingledSittings } from './sittings.ts';

/** What was written between each pair, in the order in which it was. */
export interface Conversations {
  /** The pair of every message, the oldest first. */
  pairOf: Uint32Array;
  /** How many messages each pair has. */
  lengths: Uint32Array;
}

const LONGEST_REGULAR_CHAT = 200;

/** How many messages the chats of all regulars have together: the same in every population with as many regulars. */
export function regularMessages(people: number): number {
  let each = 0;
  for (let place = 0; place < REGULAR_CIRCLE; place += 1) each += regularChat(place);
  return each * regularsAmong(people);
}

/** How long a regular's chats are: one is long, most are short. */
function regularChat(place: number): number {
  return Math.round(LONGEST_REGULAR_CHAT / (place + 1));
}

/**
 * Draws who chatted with whom, sitting by sitting: regulars as above, the others so that some pairs wrote much and most
 * hardly anything.
 * @throws when the regulars' chats alone have more than `messages`
 */
export function drawConversations(seed: number, circles: Circles, messages: number): Conversations {
  const random = createRandom(seed, 'conversations');
  const lengths = regularLengths(circles);
  let left = messages - regularMessages(circles.people);
  if (left < 0) throw new Error(`${messages} messages are too few: the regulars alone have ${messages - left}`);
  while (left > 0) {
    const pair = Math.floor(circles.pairs * random.fraction() ** 3);
    if (isRegular(circles, pair)) continue;
    const sitting = Math.min(left, drawSittingLength(random));
    lengths[pair]! += sitting;
    left -= sitting;
  }
  return { pairOf: mingledSittings(random, lengths, messages), lengths };
}

/** Whom each regular wrote with, the longest chat first. */
export function friendsOfRegulars(circles: Circles): number[][] {
  const friends = Array.from({ length: regularsAmong(circles.people) }, (): number[] => []);
  for (let pair = 0; pair < circles.pairs; pair += 1) {
    if (!isRegular(circles, pair)) continue;
    const [one, other] = [circles.one[pair]!, circles.other[pair]!];
    friends[Math.min(one, other)]!.push(Math.max(one, other));
  }
  return friends;
}

function isRegular({ people, one, other }: Circles, pair: number): boolean {
  const regulars = regularsAmong(people);
  return one[pair]! < regulars || other[pair]! < regulars;
}

function regularLengths(circles: Circles): Uint32Array {
  const lengths = new Uint32Array(circles.pairs);
  const places = new Uint8Array(regularsAmong(circles.people));
  for (let pair = 0; pair < circles.pairs; pair += 1) {
    if (!isRegular(circles, pair)) continue;
    const regular = Math.min(circles.one[pair]!, circles.other[pair]!);
    lengths[pair] = regularChat(places[regular]!);
    places[regular]! += 1;
  }
  return lengths;
}

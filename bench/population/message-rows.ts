import type { Population } from './population.ts';
import { createRandom } from './random.ts';
import type { RowWriter } from './row-writer.ts';
import { SENTENCES } from './sentences.ts';

export const MESSAGE_COLUMNS = 'id, seq, sender, receiver, content, timestamp, read';
/** So that seqs have as many digits, and answers as many bytes, in a small population as in a large one. */
export const FIRST_SEQ = 100_000_000;
/** In one conversation of ten the last messages, all from one of the two, have not been read yet. */
const UNREAD_IN = 10;
const MOST_UNREAD = 5;

/** Everything that was written, in its order. */
export function* messageRows(row: RowWriter, population: Population): Generator<void> {
  const { seed, uids, circles, conversations } = population;
  const random = createRandom(seed, 'messages');
  const sentences = SENTENCES.map((sentence) => Buffer.from(sentence));
  const left = conversations.lengths.slice();
  for (const [message, pair] of conversations.pairOf.entries()) {
    const isUnread = left[pair]! <= unreadIn(pair);
    const fromOne = isUnread ? hash(pair) % 2 === 0 : random.bits() % 2 === 0;
    const [one, other] = [circles.one[pair]!, circles.other[pair]!];
    left[pair]! -= 1;
    row.begin(7);
    row.newUuid(random);
    row.bigint(FIRST_SEQ + message);
    row.uuid(uids, fromOne ? one : other);
    row.uuid(uids, fromOne ? other : one);
    row.bytes(sentences[random.below(sentences.length)]!);
    row.time(population.timeOf(message));
    row.boolean(!isUnread);
    if (row.isFull) yield;
  }
}

/** How many of a pair's last messages are unread. */
function unreadIn(pair: number): number {
  const number = hash(pair) >>> 8;
  return number % UNREAD_IN === 0 ? 1 + (Math.floor(number / UNREAD_IN) % MOST_UNREAD) : 0;
}

function hash(pair: number): number {
  const mixed = Math.imul(pair ^ (pair >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
}

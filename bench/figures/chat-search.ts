import { inWords, percentiles, timeCalls } from '#bench/loads/time-calls.ts';
import type { Call, TimedCall } from '#bench/loads/timed-calls-load.ts';
import type { Figure } from '#bench/report/figure.ts';
import { settle } from '#bench/rig/cluster.ts';
import { insertConversation } from '#bench/rig/insert-messages.ts';
import { connectedPairs, type Person } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';

const SIZES = { full: { rounds: 15, long: 1_000_000 }, quick: { rounds: 5, long: 200_000 } };
/** As many messages as one call looks through. */
const SHORT = 50_000;

/** Absent, in the oldest message that one call looks through, in every seventh message, and with an accent. */
const TEXTS = ['umbrella', 'message 49999.', 'goes on. and so it goes on.', 'Café'];

/** Searching a conversation of a million messages, against one that a single call looks through to its end. */
export const chatSearch: Figure = {
  name: 'chat-search',
  async measure(context) {
    const { rounds, long } = SIZES[context.size];
    await using product = await startProduct(context, 'chat_search');
    const [[me, many], [, few]] = (await connectedPairs(product, 2)) as [[Person, Person], [Person, Person]];
    await insertConversation(product, me, many, long);
    await insertConversation(product, me, few, SHORT);
    await settle(product.db);
    const callOf = (other: Person, text: string): Call => ({
      origin: product.url,
      method: 'POST',
      path: '/api/messages/search',
      cookie: me.cookie,
      body: { with: other.uid, q: text },
    });
    const pairs = TEXTS.map((text) => ({ few: callOf(few, text), many: callOf(many, text) }));
    const timed = await timeCalls(pairs, rounds);
    const ofText = (rounds: TimedCall[][], place: number) => rounds.map((round) => [round[place]!]);
    for (const [place, text] of TEXTS.entries()) {
      const times = { few: ofText(timed.few, place), many: ofText(timed.many, place) };
      context.log(`'${text}': ${inWords(percentiles(times, 0.5))}`);
    }
    const slowest = percentiles(timed, 1);
    return [
      {
        figure: `a search in a chat of ${long.toLocaleString('en')} messages ÷ of ${SHORT.toLocaleString('en')}`,
        unit: 'ms',
        ours: slowest.many,
        reference: slowest.few,
        goal: { atMost: 1.5 },
        note: `POST /api/messages/search, one at a time, the slowest of ${TEXTS.length} texts, each by its middle one of ${rounds} rounds: one call looks through ${SHORT.toLocaleString('en')} messages, without an index of words; median of the texts ${inWords(percentiles(timed, 0.5))}`,
      },
    ];
  },
};

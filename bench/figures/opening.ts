import { ChatScreen } from '#bench/loads/chat-screen.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf, percentile } from '#bench/report/statistics.ts';
import { openBrowser, openPage } from '#bench/rig/browser.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectedPairs, type Pair, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const SIZES = {
  full: { rounds: 7, longChat: 100_000, farPages: 100 },
  quick: { rounds: 2, longChat: 10_000, farPages: 10 },
};
/** Two pages of messages. */
const SHORT = 100;
/** Both conversations are long enough to scroll this far, through a page of older messages. */
const SCROLL_PX = 10_000;
const MOST_ELEMENTS = 300;

/** Opening and scrolling a conversation of 100,000 messages, against one of 100. */
export const opening: Figure = {
  name: 'opening',
  async measure(context) {
    const { rounds, longChat, farPages } = SIZES[context.size];
    await using product = await startProduct(context.cluster, 'opening');
    const [[me, long], [short]] = (await connectedPairs(product, 2)) as [Pair, Pair];
    await me.connect(short);
    await insertConversation(product, me, long, longChat);
    await insertConversation(product, me, short, SHORT);
    await settle(product.db);
    await using browser = await openBrowser();
    const screen = new ChatScreen(await openPage(browser, product, me));
    const measureRound = async () => ({
      opened: await screen.open(long),
      scrolled: await screen.scrollUp(SCROLL_PX),
      'opened short': await screen.open(short),
      'scrolled short': await screen.scrollUp(SCROLL_PX),
    });
    // The first round warms up.
    await measureRound();
    const times = await mediansOf(context, rounds, measureRound);
    await screen.open(long);
    const tenths = await screen.scrollFar(farPages);
    const elements = await screen.countElements();
    if (elements > MOST_ELEMENTS) throw new Error(`${elements} elements in the list`);
    const how = `${longChat} messages against ${SHORT} in the same browser, medians of ${rounds} rounds`;
    return [
      {
        figure: 'opening a long chat',
        unit: 'ms',
        ours: times.opened,
        reference: times['opened short'],
        goal: { atMost: 1.2 },
        note: `from the click to the newest message painted at the end of the list; ${how}`,
      },
      {
        figure: 'scrolling a long chat',
        unit: 'ms',
        ours: times.scrolled,
        reference: times['scrolled short'],
        goal: { atMost: 1.2 },
        note: `95th percentile of the frames over ${SCROLL_PX} px + from the request for older messages to their arrival; ${how}`,
      },
      {
        figure: `a frame ${farPages} pages up`,
        unit: 'ms',
        ours: percentile(tenths.at(-1)!, 0.95),
        reference: percentile(tenths.at(0)!, 0.95),
        goal: { atMost: 1.2 },
        note: `95th percentile of the frames over the last tenth of the pages against the first tenth; never more than ${MOST_ELEMENTS} elements in the list`,
      },
    ];
  },
};

/**
 * Inserts messages between two connected people, all read. The messages have one or more lines. They are numbered down to 0, so the
 * newest hundred are the same in a conversation of any length.
 */
async function insertConversation({ db }: Product, one: Person, other: Person, messages: number): Promise<void> {
  const pair = [one.uid, other.uid];
  await db.query('delete from messages where sender = any($1::uuid[]) and receiver = any($1::uuid[])', [pair]);
  await db.query(
    `insert into messages (id, sender, receiver, content, timestamp, read)
     select gen_random_uuid(), case when n % 3 = 0 then $1 else $2 end::uuid, case when n % 3 = 0 then $2 else $1 end::uuid,
       'Message ' || n || '.' || repeat(' And so it goes on.', n % 7 * 4), now() - n * interval '1 minute', true
     from generate_series($3::int - 1, 0, -1) n`,
    [...pair, messages],
  );
}

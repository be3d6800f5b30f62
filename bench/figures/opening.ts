import type { Page } from '@playwright/test';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { openBrowser, openPage, scroll } from '#bench/rig/browser.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectedPairs, type Pair, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const SIZES = { full: { rounds: 7, longChat: 100_000 }, quick: { rounds: 2, longChat: 10_000 } };
const SHORT = 100;
/** The content of the newest message of each conversation, and of no other. */
const NEWEST = 'Message 0.';
const SCROLL_PX = 10_000;
const NOTCH_PX = 200;
const MOST_ELEMENTS = 300;

export const opening: Figure = async (context) => {
  const { rounds, longChat } = SIZES[context.size];
  await using product = await startProduct(context.cluster, 'opening');
  const [[me, long], [short]] = (await connectedPairs(product, 2)) as [Pair, Pair];
  await me.connect(short);
  await insertConversation(product, me, long, longChat);
  await insertConversation(product, me, short, SHORT);
  await settle(product.db);
  await using browser = await openBrowser();
  const page = await openPage(browser, product, me);
  const measureRound = async () => ({
    opened: await openChat(page, long),
    scrolled: await scrollUp(page),
    'opened short': await openChat(page, short),
    'scrolled short': await scrollUp(page),
  });
  await measureRound();
  const times = await mediansOf(context, rounds, measureRound);
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
      note: `95th percentile of the frames over ${SCROLL_PX} px + the request for older messages; never more than ${MOST_ELEMENTS} elements in the list; ${how}`,
    },
  ];
};

/** Opens a conversation by its row among the chats. @returns ms from the click to the newest message on the screen */
async function openChat(page: Page, other: Person): Promise<number> {
  await page.goto('/cares');
  const row = page.locator(`main a[href="/chat/${other.uid}"]`);
  await row.waitFor();
  await page.waitForLoadState('networkidle');
  return row.evaluate(async (link: HTMLElement, newest) => {
    const begun = performance.now();
    link.click();
    const isShown = () => {
      const log = document.querySelector('[role=log]');
      const message = [...(log?.querySelectorAll('p') ?? [])].find(({ textContent }) => textContent.includes(newest));
      return message && message.getBoundingClientRect().bottom <= log!.getBoundingClientRect().bottom;
    };
    for (let frames = 0; !isShown(); frames += 1) {
      if (frames > 2_000) throw new Error('The newest message is not on the screen');
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  }, NEWEST);
}

/** Scrolls up to older messages. @returns ms: the 95th percentile of the frames and the request for the messages */
async function scrollUp(page: Page): Promise<number> {
  const log = page.getByRole('log');
  await log.hover();
  const older = page.waitForResponse(/before=/);
  const frameMs = await scroll(page, Array<number>(SCROLL_PX / NOTCH_PX).fill(-NOTCH_PX));
  const request = (await older).request();
  await request.response().then((answer) => answer!.finished());
  const elements = await log.locator('*').count();
  if (elements > MOST_ELEMENTS) throw new Error(`${elements} elements in the list`);
  return frameMs + request.timing().responseEnd;
}

/** Replaces the messages of two people. The newest are the same for any number of messages. */
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

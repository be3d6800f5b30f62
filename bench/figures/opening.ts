import { randomUUID } from 'node:crypto';
import { ChatScreen } from '#bench/loads/chat-screen.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median, percentile } from '#bench/report/statistics.ts';
import { openBrowser, openPage } from '#bench/rig/browser.ts';
import { settle } from '#bench/rig/cluster.ts';
import { insertConversation } from '#bench/rig/insert-messages.ts';
import { connectedPairs, type Person } from '#bench/rig/people.ts';
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
    await using product = await startProduct(context, 'opening');
    const [[me, long], [short]] = (await connectedPairs(product, 2)) as [[Person, Person], [Person, Person]];
    await insertConversation(product, me, long, longChat);
    await insertConversation(product, me, short, SHORT);
    await settle(product.db);
    await using browser = await openBrowser();
    const screen = new ChatScreen(await openPage(browser, product, me));
    const ours = newTimes();
    const reference = newTimes();
    for (const other of [long, short]) await measureOnce(screen, other, newTimes());
    for (let round = 1; round <= rounds; round += 1) {
      await measureOnce(screen, long, ours);
      await measureOnce(screen, short, reference);
      context.log(`round ${round}: ${describe(ours)}; reference ${describe(reference)}`);
    }
    await expectRightPlace(product, screen, me, long);
    const [near, far] = await scrollFar(screen, long, farPages);
    const how = `${longChat} messages against ${SHORT} in the same browser, medians of ${rounds} rounds`;
    return [
      {
        figure: 'opening a long chat',
        unit: 'ms',
        ours: median(ours.opened),
        reference: median(reference.opened),
        goal: { atMost: 1.2 },
        note: `from the click to the newest message painted at the end of the list; ${how}; by its address ${(median(ours.byLink) / median(reference.byLink)).toFixed(2)}`,
      },
      {
        figure: 'scrolling a long chat',
        unit: 'ms',
        ours: median(ours.scrolled),
        reference: median(reference.scrolled),
        goal: { atMost: 1.2 },
        note: `95th percentile of the frames over ${SCROLL_PX} px + from the request for older messages to their arrival; ${how}; nothing moved when older or new messages arrived`,
      },
      {
        figure: `a frame ${farPages} pages up`,
        unit: 'ms',
        ours: far,
        reference: near,
        goal: { atMost: 1.2 },
        note: `95th percentile of the frames over the last tenth of the pages against the first tenth; never more than ${MOST_ELEMENTS} elements in the list`,
      },
    ];
  },
};

interface Times {
  opened: number[];
  byLink: number[];
  scrolled: number[];
}

function newTimes(): Times {
  return { opened: [], byLink: [], scrolled: [] };
}

function describe({ opened, byLink, scrolled }: Times): string {
  const [open, link, scroll] = [opened, byLink, scrolled].map((times) => times.at(-1)!.toFixed(0));
  return `opened ${open} ms, by its address ${link} ms, scrolled ${scroll} ms`;
}

async function measureOnce(screen: ChatScreen, other: Person, times: Times): Promise<void> {
  times.byLink.push(await screen.openByLink(other));
  times.opened.push(await screen.open(other));
  const { frameMs, olderMs } = await screen.scrollUp(SCROLL_PX);
  times.scrolled.push(frameMs + olderMs);
}

/** @throws when older messages move the visible ones, or a new message does not keep the end on the screen */
async function expectRightPlace(product: Product, screen: ChatScreen, me: Person, other: Person): Promise<void> {
  await screen.open(other);
  const content = 'Are you still there?';
  const answer = await fetch(`${product.url}/api/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url, cookie: other.cookie },
    body: JSON.stringify({ id: randomUUID(), receiver: me.uid, content }),
  });
  if (!answer.ok) throw new Error(`The message was not sent: ${await answer.text()}`);
  await screen.waitForMessage(content);
  await screen.expectAtEnd();
  await screen.expectOlderKeepsPlace();
}

/** @returns the 95th percentile of the frame times over the first and over the last tenth of the pages */
async function scrollFar(screen: ChatScreen, other: Person, pages: number): Promise<[number, number]> {
  await screen.openByLink(other);
  const tenths = await screen.scrollFar(pages);
  const elements = await screen.countElements();
  if (elements > MOST_ELEMENTS) throw new Error(`${elements} elements in the list`);
  return [percentile(tenths.at(0)!, 0.95), percentile(tenths.at(-1)!, 0.95)];
}

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Asks, FriendAsk } from '#contract/asks.ts';
import type { Message } from '#contract/views.ts';
import { friend, NO_MESSAGES, openApp } from '#tests/support/components/open-app.tsx';

const banner = page.getByRole('region', { name: 'News from a friend' });
const close = banner.getByRole('button', { name: 'Close' });
const field = page.getByLabelText('Who would you like in your circle?');
const inFooter = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const announced = () => document.querySelector('div[aria-live=polite].sr-only')?.textContent;

let tell: ReturnType<typeof openApp>;
let seq = 1;
let asks: FriendAsk[] = [];
let written: Message[] = [];

/** Ada is on a screen where she sees no friend. Grace and Sam are her friends. */
beforeEach(async () => {
  // The banner's clock alone.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const friends = [friend('Grace', 'Hopper'), friend('Sam', 'Reed')];
  [asks, written] = [[], []];
  tell = openApp('/connect', friends, {
    'POST /api/identity/sign-out': {},
    'GET /api/messages?with=grace': () => Response.json({ ...NO_MESSAGES, messages: written }),
    'GET /api/asks': () => Response.json({ mine: null, friends: asks, undone: null } satisfies Asks),
  });
  await expect.element(field).toBeVisible();
});

function writes(sender: string): Promise<void> {
  seq += 1;
  const id = crypto.randomUUID();
  const message = { id, seq, sender, receiver: 'ada', content: 'Hello', timestamp: Date.now(), read: false };
  written.push(message);
  return tell({ type: 'message', message });
}

/** Chooses a mood, and the ask opens at once. */
async function asksFor(uid: string, level: FriendAsk['level']): Promise<void> {
  seq += 1;
  await tell({ type: 'mood', uid, mood: level, chosenAt: seq });
  const known = { id: uid, uid, level, calledAt: seq, worseAt: null, againAt: null, help: null, note: null, onIt: 0 };
  const answer = { answer: null, answeredAt: null, laterAt: null, hasReached: false, showName: false };
  asks = [{ ...known, ...answer, helpersWanted: 1, hasPlan: false, names: [], handedOverAt: null, closed: null }];
  await tell({ type: 'friend-ask', id: uid, uid, level, onIt: 0, state: 'open' });
}

test('a burst of messages is one banner; when it is closed the focus is where it was', async () => {
  await field.click();
  for (let n = 0; n < 5; n++) await writes('grace');
  await expect.element(banner).toMatchTextContent('Grace wrote to you');
  await close.click();
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

test('a call for support comes before a message that is shown; both have their turn', async () => {
  await writes('sam');
  await expect.element(banner).toMatchTextContent('Sam wrote to you');
  await asksFor('grace', 'Dark');
  await expect.element(banner).toMatchTextContent('Grace is in bad shape');
  await close.click();
  await expect.element(banner).toMatchTextContent('Sam wrote to you');
});

test('the banner goes after eight seconds, but not under the pointer or with the focus in it', async () => {
  await asksFor('grace', 'Dark');
  const words = banner.getByText('Grace is in bad shape');
  const isHovered = async () => (await banner.findElement()).matches(':has(:hover)');
  // Its clock goes on while the pointer is on its way.
  await expect.element(words).toBeVisible();
  await words.hover();
  await expect.poll(isHovered).toBe(true);
  vi.advanceTimersByTime(20_000);
  await expect.element(banner).toBeVisible();
  (await banner.getByRole('link').findElement()).focus();
  await userEvent.unhover(words);
  await expect.poll(isHovered).toBe(false);
  vi.advanceTimersByTime(20_000);
  await expect.element(banner.getByRole('link')).toHaveFocus();
  (await field.findElement()).focus();
  vi.advanceTimersByTime(6_000);
  await expect.element(banner).toBeVisible();
  vi.advanceTimersByTime(2_000);
  await expect.element(banner).not.toBeInTheDocument();
});

test('the title and the badge of the app count unread messages, and go with the session', async () => {
  const badges: number[] = [];
  Object.defineProperty(navigator, 'setAppBadge', { configurable: true, value: async (n: number) => badges.push(n) });
  await writes('grace');
  await writes('sam');
  await expect.poll(() => badges.at(-1)).toBe(2);
  await expect.poll(() => document.title).toBe('(2) Add · Moodring');
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => badges.at(-1)).toBe(0);
  expect(document.title).not.toContain('(');
});

test('a call and messages are announced, counted on the footer and in the title, and one tap away', async () => {
  await writes('grace');
  await expect.element(banner).toMatchTextContent('Grace wrote to you');
  await expect.element(inFooter('Chats 1 unread message')).toBeVisible();
  await writes('grace');
  await expect.element(inFooter('Chats 2 unread messages')).toBeVisible();
  await asksFor('grace', 'Dark');
  await expect.poll(announced).toBe('Grace is in bad shape');
  await expect.element(inFooter('Circle 1 friend could use support')).toBeVisible();
  await expect.poll(() => document.title).toBe('(3) Add · Moodring');
  await asksFor('grace', 'Purple');
  await expect.poll(announced).toBe('Grace could use some support');
  // An answer that was given in another tab counts no more.
  asks = [{ ...asks[0]!, answer: 'later', answeredAt: seq, laterAt: Date.now() + 3_600_000 }];
  await tell({ type: 'ask-answered', id: 'grace' });
  await expect.poll(() => document.title).toBe('(2) Add · Moodring');
  await banner.getByRole('link', { name: 'Open chat' }).click();
  await expect.poll(() => location.pathname).toBe('/chat/grace');
  await expect.element(banner).not.toBeInTheDocument();

  // None is shown for the open chat.
  await writes('grace');
  await expect.poll(() => page.getByRole('log').getByText('Grace: Hello').elements()).toHaveLength(3);
  await expect.element(banner).not.toBeInTheDocument();
  await tell({ type: 'mood', uid: 'grace', mood: 'Green', chosenAt: seq + 1 });
  await expect.element(inFooter('Circle')).toBeVisible();
});

test('who connects has joined the circle, and has not written: the greeting is the app’s', async () => {
  await writes('ben');
  await tell({ type: 'connection', entry: friend('Ben', 'Okafor', { unread: 1 }) });
  await expect.element(banner).toMatchTextContent('Ben joined your circle');
  await writes('ben');
  await expect.element(banner).toMatchTextContent('Ben wrote to you');
});

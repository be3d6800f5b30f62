import { fillConversation } from '#tests/support/browser/chat/fill-conversation.ts';
import { distanceFromBottom, expectNoJump, waitForStillness } from '#tests/support/browser/chat/message-list.ts';
import { expect, friends, PATIENTLY, test } from '#tests/support/browser/journey.ts';

/** Some messages are several lines high. */
const LONG = { messages: 300, more: "repeat(' and so on', n % 7 * 8)" };

/** Three messages within two minutes, in turns: the newest page begins in the middle of such a group. */
const IN_GROUPS = {
  isOwn: '(n - 1) / 3 % 2 = 0',
  time: `date_trunc('day', now(), 'UTC') - interval '1 day' + (n - 1) / 3 * interval '10 minutes' + (n - 1) % 3 * interval '1 minute'`,
};

test('a long chat opens at its end, with one time for messages within five minutes, and goes back in steps', {
  tag: ['@core', '@firefox'],
}, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { locale: 'en-GB', timezoneId: 'UTC' });
  await fillConversation(app, ada, grace, { ...LONG, ...IN_GROUPS });
  await ada.opensChatWith(grace);
  const log = ada.page.getByRole('log');
  await expect(log.getByText(/Message 300\b/)).toBeInViewport();
  await expect.poll(() => distanceFromBottom(log)).toBeLessThan(2);
  const times = async () => (await log.getByRole('time').allTextContents()).slice(-2);
  await expect.poll(times).toEqual(['16:22', '16:32']);

  const anchor = log.getByText(/Message 252\b/);
  await expectNoJump(ada, anchor, async () => {
    await ada.page.mouse.wheel(0, 100);
    await expect(anchor).toBeInViewport();
  });

  await expect(async () => {
    await ada.page.mouse.wheel(0, -20_000);
    await expect(log.getByText(/Message 1\b/)).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [100] });
});

test('a screen that is higher than a page of messages fetches older ones by itself', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { viewport: { width: 1280, height: 12_000 } });
  const mei = await signUp('Mei', 'Tanaka');
  await fillConversation(app, ada, grace, LONG);
  await fillConversation(app, ada, mei, { ...LONG, messages: 60 });
  const log = ada.page.getByRole('log');
  await ada.opensChatWith(grace);
  await expect(log.getByText(/Message 300\b/)).toBeInViewport();
  await expect(log.getByText(/Message 245\b/)).toBeInViewport();
  await expect.poll(() => distanceFromBottom(log)).toBeLessThan(2);
  // Each time that it opens.
  for (const friend of [mei, grace, mei]) {
    await ada.rowOf(friend).click();
    await expect(ada.page.getByRole('heading', { name: `Chat with ${friend.firstname}` })).toBeVisible();
    const [oldest, newest] = friend === mei ? [1, 60] : [245, 300];
    await expect(log.getByText(new RegExp(`Message ${oldest}\\b`))).toBeInViewport();
    await expect(log.getByText(new RegExp(`Message ${newest}\\b`))).toBeInViewport();
  }
  await ada.goesTo(`/chat/${mei.uid}`);
  for (const message of [/Message 1\b/, /Message 60\b/]) await expect(log.getByText(message)).toBeInViewport();
});

test('a person can scroll a chat at the moment it opens', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await fillConversation(app, ada, grace, LONG);
  // Scrolls in the browser as soon as a message is in the document, earlier than a person could.
  await ada.context.addInitScript(() => {
    const look = () => {
      const list = document.querySelector('[role=log]');
      if (!list?.querySelector('p')) return requestAnimationFrame(look);
      list.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: -2000 }));
      list.scrollTop -= 2000;
    };
    look();
  });
  await ada.goesTo(`/chat/${grace.uid}`);
  const log = ada.page.getByRole('log');
  await expect(log.getByText(/Message 2\d\d\b/).first()).toBeVisible();
  const nearest = await log.evaluate(async (list) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let frames = 60; frames > 0; frames -= 1) {
      await new Promise(requestAnimationFrame);
      nearest = Math.min(nearest, list.scrollHeight - list.clientHeight - list.scrollTop);
    }
    return nearest;
  });
  expect(nearest).toBeGreaterThan(1000);
});

test('the keyboard scrolls through a long chat, also after a lost network', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await fillConversation(app, ada, grace, LONG);
  await ada.goesTo(`/chat/${grace.uid}`);
  const log = ada.page.getByRole('log');
  const top = () => log.evaluate((list) => list.scrollTop);
  await expect(log.getByText(/Message 300\b/)).toBeInViewport();
  await log.focus();
  await ada.page.keyboard.press('PageUp');
  await expect.poll(() => distanceFromBottom(log)).toBeGreaterThan(100);

  const older = ada.page.waitForResponse('**/api/messages?*before=*');
  await ada.page.keyboard.press('Home');
  await older;
  // The oldest message so far keeps its place; the older ones are above it.
  await expect(log.getByText(/Message 251\b/)).toBeInViewport();
  await expect.poll(top).toBeGreaterThan(1000);
  await ada.page.keyboard.press('End');
  await expect(log.getByText(/Message 300\b/)).toBeInViewport();
  await expect.poll(() => distanceFromBottom(log)).toBeLessThan(2);

  ada.expectError(/net::ERR_|WebSocket connection/);
  await ada.context.setOffline(true);
  let failures = 0;
  ada.page.on('requestfailed', (request) => {
    if (request.url().includes('before=')) failures += 1;
  });
  // Messages on the way are taller than estimated, so the first Home may end a little below the start.
  await expect(async () => {
    await ada.page.keyboard.press('Home');
    await waitForStillness(log);
    expect(await top()).toBe(0);
  }).toPass();
  const first = log.getByText(/Message \d+/).first();
  const [oldest] = (await first.textContent())!.match(/Message \d+/)!;
  // A list at its start does not scroll, so these requests are retries.
  await expect.poll(() => failures, PATIENTLY).toBeGreaterThan(3);
  await ada.context.setOffline(false);
  await expect.poll(top, PATIENTLY).toBeGreaterThan(1000);
  await expect(log.getByText(new RegExp(`${oldest}\\b`))).toBeInViewport();
});

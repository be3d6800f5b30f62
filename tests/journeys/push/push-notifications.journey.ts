import { findWindowedChromium, launchOptions } from '#fixtures/chromium.ts';
import { closePayload } from '#server/features/push/payload.ts';
import { asksOf, chooses } from '#tests/support/browser/care.ts';
import { connected, expect } from '#tests/support/browser/journey.ts';
import { test } from '#tests/support/browser/push/push-journey.ts';
import { SubscribingBrowser } from '#tests/support/browser/push/subscribing-browser.ts';
import { pushOf, WITH_WORKER, withWorker } from '#tests/support/browser/push/worker.ts';

// The headless shell shows no notifications.
test.use({ launchOptions: { ...launchOptions(), executablePath: findWindowedChromium() } });

test('pushes are shown, replaced and closed, also one that cannot be read', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const worker = await withWorker(ada, '/status');
  await worker.push(pushOf(app.url, { cause: 'mood', author: 'x' }));
  const first = 'A friend could use support: Open Moodring [mood-x]';
  await expect.poll(() => worker.notifications()).toEqual([first]);
  await worker.push(pushOf(app.url, { cause: 'message', author: 'y' }));
  await worker.push(pushOf(app.url, { cause: 'message', author: 'y', showNames: true }));
  const second = 'A message from Grace: Open Moodring [chat-y]';
  await expect.poll(async () => (await worker.notifications()).sort()).toEqual([first, second]);
  for (const unreadable of ['no JSON', '{}', 'null', '5', '']) {
    await worker.push(unreadable);
    await expect.poll(() => worker.notifications()).toContain('Moodring: Open Moodring [moodring]');
    await worker.push(closePayload('moodring'));
    await expect.poll(async () => (await worker.notifications()).length).toBe(2);
  }
  await worker.push(closePayload('mood-x'));
  await expect.poll(() => worker.notifications()).not.toContain(first);
  expect(await worker.notifications()).toContain(second);
  await worker.push(closePayload('chat-y'));
  await expect.poll(() => worker.notifications()).toEqual([]);

  // A call for support that comes while others are closed, as a page does that shows chats one after another.
  await ada.page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    setInterval(() => active!.postMessage({ type: 'close', tags: ['chat-x', 'mood-x'] }));
  });
  for (const author of ['a', 'b', 'c', 'd', 'e', 'f']) await worker.push(pushOf(app.url, { cause: 'mood', author }));
  await expect.poll(async () => (await worker.notifications()).length).toBe(6);
});

test('a push that is tapped opens its chat; one read elsewhere goes', {
  tag: '@core',
}, async ({ signUp, guest, app }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  const worker = await withWorker(ada, '/circles');
  await ada.page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await worker.push(pushOf(app.url, { cause: 'message', author: grace.uid }));
  await worker.push(pushOf(app.url, { cause: 'mood', author: grace.uid }));
  await expect.poll(async () => (await worker.notifications()).length).toBe(2);
  const phone = await guest();
  await phone.context.addCookies(await ada.context.cookies());
  await phone.goesTo(`/chat/${grace.uid}`);
  await expect
    .poll(() => worker.notifications())
    .toEqual([`A friend could use support: Open Moodring [mood-${grace.uid}]`]);

  await worker.push(pushOf(app.url, { cause: 'message', author: grace.uid }));
  await expect.poll(async () => (await worker.notifications()).length).toBe(2);
  await worker.tap(`chat-${grace.uid}`);
  await expect(ada.page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  expect(await ada.page.evaluate(() => 'isSamePage' in window)).toBe(true);
  // The open chat shows what the other notification is about, too.
  await expect.poll(() => worker.notifications()).toEqual([]);
});

test('turned on where the card asks, a friend’s call for support goes through the push service to the screen, and away when another device shows it', {
  tag: '@core',
}, async ({ signUp, guest, app, pushService }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  const browser = await SubscribingBrowser.open(ada, pushService);
  const worker = await withWorker(ada, '/circles');
  await ada.page.getByRole('button', { name: 'Turn on' }).click();
  await expect(ada.page.getByText('Notifications are on.')).toBeFocused();
  const [device] = browser.devices;
  expect(browser.subscribed).toEqual([device!.subscription]);
  const [server] = await app.sql('select public_key as key from vapid_keys');
  expect(await ada.page.evaluate(() => JSON.parse(localStorage.getItem('test-subscription')!))).toMatchObject(server!);
  // Ada's phone is in her pocket.
  await ada.goesTo('/help');
  device!.onPush = ({ payload }) => void worker.push(payload);

  await chooses(grace, 'Dark');
  await expect
    .poll(() => worker.notifications())
    .toEqual([`A friend could use support: Open Moodring [mood-${grace.uid}]`]);
  const { context, uid } = ada;
  const reached = async () => (await (await context.request.get(`/api/users/${uid}/push`)).json()).device.reachedAt;
  await expect.poll(reached).not.toBeNull();
  const phone = await guest();
  await ada.signsInOn(phone);
  await phone.goesTo(`/chat/${grace.uid}`);
  await expect.poll(() => worker.notifications()).toEqual([]);
  expect(device!.tags()).toEqual([`mood-${grace.uid}`, `close mood-${grace.uid}`]);

  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await expect.poll(() => browser.count('GET /push 200')).toBe(2);
  await expect(ada.page.getByText('Know when a friend needs you')).toBeHidden();
  // Renewed at most daily.
  expect(browser.subscribed).toHaveLength(1);
});

test('a call for support is answered from its notification, without opening the app', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  const worker = await withWorker(ada, '/status');
  const tag = `mood-${grace.uid}`;
  /** Grace asks, and Ada's phone shows the notification. */
  const isAsked = async () => {
    // A tap closes the notification of the call before, in its own time.
    await expect.poll(() => worker.buttons(tag)).toEqual([]);
    await chooses(grace, 'Dark');
    const ask = (await asksOf(grace)).mine!.id;
    // Friends are asked in the background.
    await expect.poll(async () => (await asksOf(ada)).friends.map(({ id }) => id)).toContain(ask);
    await worker.push(pushOf(app.url, { cause: 'mood', author: grace.uid, ask }));
    // Browsers leave out the third where they have no room.
    await expect
      .poll(async () => (await worker.buttons(tag)).slice(0, 2))
      .toEqual(['I’ll reach out', 'I can’t right now']);
    return ask;
  };
  const closes = (ask: string) => grace.calls('POST', `/api/asks/${ask}/close`, { tell: false });

  const first = await isAsked();
  const answered = ada.context.waitForEvent('response', (response) =>
    response.url().endsWith(`/api/asks/${first}/answer`),
  );
  await worker.tap(tag, 'yes');
  const response = await answered;
  expect([response.request().method(), response.status(), response.fromServiceWorker()]).toEqual(['PUT', 200, false]);
  await expect.poll(async () => (await asksOf(grace)).mine!.answers).toMatchObject([{ uid: ada.uid, answer: 'yes' }]);
  const thanks = `Thank you: Your friend can see that you’ll reach out. [answered-${first}]`;
  await expect.poll(() => worker.notifications()).toEqual([thanks]);
  await expect(ada.page).toHaveURL(/\/status$/);
  await closes(first);

  // ‘I can’t right now’ stays between the friend and the app.
  const second = await isAsked();
  await worker.tap(tag, 'no');
  const noted = `Thank you: Your friend won’t see this. [answered-${second}]`;
  await expect.poll(() => worker.notifications()).toContain(noted);
  expect((await asksOf(grace)).mine!.answers).toEqual([]);
  expect((await asksOf(ada)).friends).toMatchObject([{ id: second, answer: 'no' }]);
  await closes(second);

  const later = await isAsked();
  await worker.tap(tag, 'later');
  await expect.poll(async () => (await asksOf(grace)).mine!.answers).toMatchObject([{ uid: ada.uid, answer: 'later' }]);
  await closes(later);

  const third = await isAsked();
  ada.allowError(/409|Failed to load resource/);
  await closes(third);
  await worker.tap(tag, 'yes');
  await expect(ada.page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  expect((await worker.notifications()).filter((each) => each.includes(third))).toEqual([]);
});

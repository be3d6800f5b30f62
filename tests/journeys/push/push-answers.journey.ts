import { findWindowedChromium, launchOptions } from '#fixtures/chromium.ts';
import { asksOf, chooses } from '#tests/support/browser/care.ts';
import { connected, expect } from '#tests/support/browser/journey.ts';
import { test } from '#tests/support/browser/push/push-journey.ts';
import { pushOf, WITH_WORKER, withWorker } from '#tests/support/browser/push/worker.ts';

// The headless shell shows no notifications.
test.use({ launchOptions: { ...launchOptions(), executablePath: findWindowedChromium() } });

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

import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';
import type { App } from '#tests/support/servers/app-process.ts';

const PHONE = { width: 390, height: 844 };

/** Adds one-line messages in groups of three, in turns: one's own first. */
async function addGroups(app: App, ada: Person, grace: Person, groups: number) {
  await connected(ada, grace);
  await app.sql('delete from messages where sender = $1', [ada.uid]);
  await app.sql(
    `insert into messages (id, sender, receiver, content, timestamp, read)
     select gen_random_uuid(), case when n / 3 % 2 = 0 then $1 else $2 end::uuid,
       case when n / 3 % 2 = 0 then $2 else $1 end::uuid, 'Words of message ' || n,
       date_trunc('day', now(), 'UTC') - interval '1 day' + n / 3 * interval '10 minutes' + n % 3 * interval '1 minute', true
     from generate_series(0, $3::int * 3 - 1) n`,
    [ada.uid, grace.uid, groups],
  );
}

test('messages of one person within five minutes have one time, so a phone shows many; older ones of a group move nothing', {
  tag: '@firefox',
}, async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', { viewport: PHONE, locale: 'en-GB', timezoneId: 'UTC' });
  const grace = await signUp('Grace', 'Hopper');
  await addGroups(app, ada, grace, 33);
  // The newest page begins in the middle of this group.
  await app.sql(`update messages set content = 'The oldest of its page' where content = 'Words of message 49'`);
  await ada.opensChatWith(grace);
  const log = ada.page.getByRole('log');
  await expect(log.getByText('Words of message 98')).toBeInViewport();
  // The newest groups of three, a day ago.
  const times = async () => (await log.getByRole('time').allTextContents()).slice(-3);
  await expect.poll(times).toEqual(['05:02', '05:12', '05:22']);
  // A time under each message left room for six.
  const inSight = () =>
    log.evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect();
      const boxes = [...list.querySelectorAll('p.wrap-anywhere')].map((message) => message.getBoundingClientRect());
      return boxes.filter((box) => box.top >= top && box.bottom <= bottom).length;
    });
  await expect.poll(inSight).toBeGreaterThanOrEqual(13);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await ada.page.route('**/api/messages?*before=*', async (route) => {
    await released;
    await route.continue();
  });
  const asked = ada.page.waitForRequest('**/api/messages?*before=*');
  await log.hover();
  await ada.page.mouse.wheel(0, -20_000);
  await asked;
  const anchor = log.getByText('Words of message 52');
  await expect(log.getByText('The oldest of its page')).toBeInViewport();
  const before = await anchor.boundingBox();
  const height = await log.evaluate((list) => list.scrollHeight);
  release();
  await expect.poll(() => log.evaluate((list) => list.scrollHeight)).toBeGreaterThan(height + 1000);
  expect(Math.abs((await anchor.boundingBox())!.y - before!.y)).toBeLessThan(3);
});

test('one’s own message is on its way, then sent, then read', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  ada.allowError(/net::ERR_|WebSocket connection/);
  await ada.opensChatWith(grace);
  const marks = ada.page.getByRole('log').getByText(/^(On its way|Sent|Read)$/);
  await expect(marks).toHaveText(['Sent']);
  await ada.context.setOffline(true);
  await ada.says('Written offline');
  await expect(marks).toHaveText(['Sent', 'On its way']);
  await ada.context.setOffline(false);
  await expect(marks).toHaveText(['Sent', 'Sent'], { timeout: 30_000 });
  await grace.opensChatWith(ada);
  await expect(marks).toHaveText(['Read', 'Read']);
  // The signs differ in shape, not in colour alone.
  await grace.goesTo('/cares');
  await ada.says('And one more');
  await expect(marks).toHaveText(['Read', 'Read', 'Sent']);
  const signs = await ada.page
    .getByRole('log')
    .locator('svg path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  expect(new Set(signs).size).toBe(2);
});

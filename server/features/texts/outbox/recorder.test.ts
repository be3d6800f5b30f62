import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createOutbox, openOutboxPool } from '#server/features/texts/index.ts';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { readTexts } from '#tests/support/database/read-texts.ts';
import { APP_URL, createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

async function expectNone(): Promise<void> {
  await fixture.settled();
  expect(await causes.left()).toEqual([]);
}

/** Makes every `insert` into texts fail. */
const breakTexts = () => fixture.pool.query('alter table texts add constraint broken check (false) not valid');
const mendTexts = () => fixture.pool.query('alter table texts drop constraint if exists broken');
afterAll(mendTexts);

test('without a gateway the texts of causes are recorded with their words, and are not sent when a gateway is set', async () => {
  const { ada, friends } = await causes.circle(2);
  await causes.messages(ada, friends);
  await causes.call(ada);
  const outbox = fixture.start({}, {});
  await expectNone();
  await outbox.stop();
  expect(await fixture.counts()).toEqual({ 'mood recorded': 2, 'message recorded': 2 });
  for (const text of await fixture.texts())
    expect(text).toMatchObject({
      author: ada,
      attempts: 0,
      last_error: 'recorded, no gateway set',
      settled_at: expect.any(Date),
      next_attempt_at: null,
    });
  const words = (await readTexts(fixture.pool, APP_URL)).map(({ message }) => message);
  expect(words.filter((message) => message.startsWith('Your friend Ada Hopper sent you a message'))).toHaveLength(2);
  expect(words.filter((message) => message.startsWith('Your friend Ada Hopper can really use'))).toHaveLength(2);

  fixture.start();
  const [later] = await causes.messages(ada, friends.slice(0, 1));
  await expectNone();
  expect(fixture.endpoint.keys()).toEqual([later]);
});

test('a cause that a worker with a gateway has begun is left to it', async () => {
  const { ada, friends } = await causes.circle(1);
  await causes.messages(ada, friends);
  await fixture.pool.query('update text_causes set claims = 1');
  const outbox = fixture.start({}, {});
  await causes.messages(ada, friends);
  outbox.wake();
  await fixture.settled();
  expect(await fixture.counts()).toEqual({ 'message recorded': 1 });
  expect(await causes.left()).toMatchObject([{ claims: 1 }]);
  await outbox.stop();

  fixture.start();
  await expectNone();
  expect(await fixture.counts()).toEqual({ 'message recorded': 1, 'message sent': 1 });
});

test('while texts cannot be stored their causes stay as they were', async () => {
  const { ada } = await causes.circle(3);
  await causes.call(ada);
  await breakTexts();
  fixture.start({}, {});
  await vi.waitFor(() => {
    const lines = fixture.log().lines.map(({ msg }) => msg);
    expect(lines).toEqual(['The database (outbox, no gateway) is failing: texts wait']);
  });
  expect(await causes.left()).toMatchObject([{ cause: 'mood', claims: 0, isClaimed: false, ids: null }]);
  expect(await fixture.texts()).toEqual([]);

  await mendTexts();
  await expectNone();
  expect(await fixture.counts()).toEqual({ 'mood recorded': 3 });
});

test('two recorders share causes and record each text once', async () => {
  const { ada, friends } = await causes.circle(5);
  for (let n = 0; n < 60; n++) await causes.messages(ada, friends);
  fixture.start({}, {});
  fixture.start({}, {});
  await expectNone();
  expect(await fixture.counts()).toEqual({ 'message recorded': 300 });
});

test('a node without a gateway records no texts that a slow node with one can send', async () => {
  const { ada } = await causes.circle(10);
  for (let n = 0; n < 20; n++) await causes.call(ada);
  const pool = openOutboxPool(fixture.url, true);
  onTestFinished(() => pool.end());
  const general = {
    name: 'a slow gateway',
    async send() {
      await pause(20);
      return { providerId: null };
    },
  };
  const sender = createOutbox({
    ...{ pool, log: fixture.log().log, gateways: { general }, appUrl: APP_URL, defaultCountry: 'US' },
    options: { pollMs: 10 },
  });
  onTestFinished(() => sender.stop());
  await pool.query('select 1');
  sender.start();
  fixture.start({}, {});
  await vi.waitFor(async () => expect(await causes.left()).toEqual([]));
  expect(await fixture.counts()).toEqual({ 'mood sent': 200 });
});

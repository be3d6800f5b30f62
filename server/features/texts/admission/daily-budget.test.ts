import { expect, test, vi } from 'vitest';
import { createLimits } from '#server/limits/index.ts';
import { ageAttempts, insertAttempts } from '#tests/support/database/insert-attempts.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture, LIMITS_SECRET } from '#tests/support/servers/outbox.ts';
import { createDailyBudget } from './daily-budget.ts';

const fixture = await createOutboxFixture();

const authors = { ada: await fixture.addPerson(), grace: await fixture.addPerson() };
const some = (count: number, cause: 'message' | 'mood' | 'form', author: keyof typeof authors = 'ada') =>
  Array.from({ length: count }, (_, n) => ({ cause, author: authors[author], phone_number: `+1415555${1000 + n}` }));

const loggedErrors = () =>
  fixture
    .log()
    .lines.filter(({ level }) => level === 50)
    .map(({ msg }) => msg);

test('a tenth of the daily budget is reserved for calls for support; other texts wait, none is dropped, and it is logged', async () => {
  fixture.startLimited(10);
  await fixture.store(...some(12, 'message'));
  await fixture.waitForCounts({ 'message sent': 9, 'message queued': 3 });
  // The tenth text is looked at after the ninth.
  await vi.waitFor(() => expect(loggedErrors()).toHaveLength(1));
  expect(loggedErrors()[0]).toBe("The day's texts are used up (TEXTS_PER_DAY). Only texts that ask for support go out");

  await fixture.store(...some(1, 'mood'));
  await fixture.waitForCounts({ 'mood sent': 1, 'message sent': 9, 'message queued': 3 });
  await fixture.store(...some(2, 'mood', 'grace'));
  await vi.waitFor(() => expect(loggedErrors()).toHaveLength(2));
  expect(loggedErrors()[1]).toMatch(/No texts go out, not even those that ask for support$/);
  await fixture.waitForCounts({ 'mood sent': 1, 'mood queued': 2, 'message sent': 9, 'message queued': 3 });
  expect(fixture.endpoint.received).toHaveLength(10);
  const waiting = (await fixture.texts()).filter((text) => text.status === 'queued' && text.last_error);
  for (const text of waiting) expect(text.last_error).toBe("waits: the day's texts are used up");
});

test('each author gets a part of the reserve: one author cannot use up the others’', async () => {
  await insertAttempts(fixture.pool, LIMITS_SECRET, { what: 'text', whom: 'all', times: 100, ago: '1 hour' });
  fixture.startLimited(400);
  await fixture.store(...some(30, 'mood'));
  await fixture.waitForCounts({ 'mood sent': 2, 'mood queued': 28 });
  await fixture.store(...some(2, 'mood', 'grace'));
  await fixture.waitForCounts({ 'mood sent': 4, 'mood queued': 28 });
  const queued = (await fixture.texts()).filter((text) => text.status === 'queued');
  for (const text of queued)
    expect(text).toMatchObject({ attempts: 0, last_error: "waits: the day's texts are used up" });
});

test('one person gets a fifth of the day for messages, and others’ go on; missed check-ins have the reserve, too', async () => {
  const outbox = fixture.startLimited(200);
  await fixture.store(...some(40, 'message'));
  await fixture.waitForCounts({ 'message sent': 36, 'message queued': 4 });
  await fixture.store(...some(1, 'message', 'grace'));
  await fixture.waitForCounts({ 'message sent': 37, 'message queued': 4 });
  await fixture.pool.query('delete from limits');
  await insertAttempts(fixture.pool, LIMITS_SECRET, { what: 'text', whom: 'all', times: 100, ago: '1 hour' });
  await outbox.admitCall('Grace');
  const limits = createLimits({ pool: fixture.pool, secret: LIMITS_SECRET, log: fixture.log().log });
  const budget = createDailyBudget(limits, 200, fixture.log().log);
  await budget.take('missed', 'Sam');
  await expect(budget.take('message', 'Sam')).rejects.toThrow('No more texts can be sent today.');
  limits.close();
});

test('calls of one person take half of the others’ texts, and then their part of the reserve', async () => {
  const limits = createLimits({ pool: fixture.pool, secret: LIMITS_SECRET, log: fixture.log().log });
  const budget = createDailyBudget(limits, 400, fixture.log().log);
  const taken = async (payer: string) => {
    let count = 0;
    while (
      await budget.take('mood', payer).then(
        () => true,
        () => false,
      )
    )
      count++;
    return count;
  };
  // 180 of 360, and two of 40.
  expect(await taken('Ada')).toBe(182);
  await budget.take('message', 'Grace');
  limits.close();
});

test('waiting texts are sent when a day has passed', async () => {
  fixture.startLimited(10);
  await fixture.store(...some(14, 'message'));
  await fixture.waitForCounts({ 'message sent': 9, 'message queued': 5 });
  await fixture.store(...some(1, 'mood'));
  await fixture.waitForCounts({ 'mood sent': 1, 'message sent': 9, 'message queued': 5 });
  await ageAttempts(fixture.pool, '1 day');
  await fixture.pool.query(`update texts set next_attempt_at = now() where status = 'queued'`);
  fixture.startLimited(10);
  await fixture.waitForCounts({ 'mood sent': 1, 'message sent': 14 });
});

test('nodes share the daily budget', async () => {
  for (let n = 0; n < 3; n++) fixture.startLimited(20);
  await fixture.store(...some(30, 'message'));
  await fixture.waitForCounts({ 'message sent': 18, 'message queued': 12 });
});

test('a retry is not counted again, and a text by hand is counted when it is accepted', async () => {
  let failures = 0;
  fixture.endpoint.answer = (response, received) =>
    failures++ < 8 ? status(500)(response, received) : status(202)(response, received);
  const outbox = fixture.startLimited(10);
  await outbox.admit();
  await fixture.store(...some(1, 'form'), ...some(8, 'message'));
  await fixture.waitForCounts({ 'form sent': 1, 'message sent': 8 });
  await expect(outbox.admit()).rejects.toThrow('No more texts can be sent today. Please try again later.');
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mood } from '#contract/moods.ts';
import { insertAttempts } from '#tests/support/database/insert-attempts.ts';
import { createOutboxFixture, LIMITS_SECRET } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();

const CAUSES = ['mood', 'message', 'connection', 'form'] as const;
const [ada, grace] = [await fixture.addPerson(), await fixture.addPerson()];
const some = (count: number, author: string, phone_number: string, cause: (typeof CAUSES)[number] = 'message') =>
  Array.from({ length: count }, () => ({ cause, author, phone_number }));

describe('the kind of number', () => {
  test.each([
    ['911', 'not a whole phone number'],
    ['1-900-555-0123 4', 'a premium number'],
    ['+870 773 123456', 'a satellite number'],
  ])('a friend’s %s is never texted, whatever the cause: %s', async (phone, reason) => {
    fixture.start();
    const recipient = await fixture.addPerson({ phone });
    const causes = ['mood', 'message', 'connection'] as const;
    await fixture.store(...causes.map((cause) => ({ cause, recipient, phone_number: null })));
    await fixture.waitForCounts(Object.fromEntries(causes.map((cause) => [`${cause} cancelled`, 1])));
    for (const text of await fixture.texts()) expect(text.last_error).toBe(`held back: ${reason}`);
    expect(fixture.endpoint.received).toEqual([]);
  });

  test.each([
    ['+44 20 7946 0018', '+442079460018'],
    ['(415) 555-0100', '+14155550100'],
    ['(415) 555-0100 9', '(415) 555-0100 9'],
    ['555-0199', '555-0199'],
    ['home: 555 0100', 'home: 555 0100'],
  ])('the endpoint gets the number %s of a profile as %s', async (phone, written) => {
    fixture.start();
    const recipient = await fixture.addPerson({ phone });
    await fixture.store({ cause: 'mood', recipient, phone_number: null });
    await fixture.waitForCounts({ 'mood sent': 1 });
    expect(fixture.endpoint.received.map(({ body }) => body.phoneNumber)).toEqual([written]);
  });
});

describe('limits', () => {
  test('one person’s messages cause at most 500 texts a day', async () => {
    fixture.startLimited();
    await fixture.store(...some(250, ada, '+14155550101'), ...some(250, ada, '+14155550102'));
    await fixture.waitForCounts({ 'message sent': 500 });
    await fixture.store(...some(40, ada, '+14155550103'), ...some(1, ada, '+14155550103', 'connection'));
    await fixture.waitForCounts({ 'message sent': 500, 'message cancelled': 40, 'connection cancelled': 1 });
    await fixture.store(...some(9, grace, '+14155550103'));
    await fixture.waitForCounts({ 'message sent': 509, 'message cancelled': 40, 'connection cancelled': 1 });
    const [held] = (await fixture.texts()).filter(({ status }) => status === 'cancelled');
    expect(held?.last_error).toBe('held back: 500 texts by one person within a day');
  }, 40_000);

  test('one number gets at most 300 a day, however it is written and from any number of people', async () => {
    fixture.startLimited();
    await fixture.store(...some(150, ada, '+14155550101'), ...some(150, grace, '(415) 555-0101'));
    await fixture.waitForCounts({ 'message sent': 300 });
    await fixture.store(...some(5, crypto.randomUUID(), '415 555 0101'), ...some(5, grace, '+141555501011234'));
    await fixture.waitForCounts({ 'message sent': 300, 'message cancelled': 10 });
    await fixture.store(...some(3, grace, '+14155550102'));
    await fixture.waitForCounts({ 'message sent': 303, 'message cancelled': 10 });
  }, 40_000);
});

const person = (mood: Mood, age: string, network: string | null = null) => fixture.addPerson({ mood, age, network });

/** Stores the texts of one call for support. */
async function call(author: string, numbers: readonly string[], ago = '0'): Promise<void> {
  const { rows } = await fixture.pool.query<{ id: string }>(
    `insert into mood_choices (uid, mood, chosen_at) values ($1, 'Dark', now() - $2::interval) returning id`,
    [author, ago],
  );
  const cause_id = rows[0]!.id;
  const id = (n: number) => cause_id.slice(0, 28) + n.toString(16).padStart(8, '0');
  await fixture.store(
    ...numbers.map((phone_number, n) => ({ id: id(n), cause: 'mood' as const, cause_id, author, phone_number })),
  );
  await fixture.pool.query('update texts set created_at = now() - $2::interval where cause_id = $1', [cause_id, ago]);
}

const VICTIM = '+14155550101';
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `+1415555${2000 + from + n}`);
const reasons = async () => [...new Set((await fixture.texts()).flatMap(({ last_error }) => last_error ?? []))];

describe('calls for support', () => {
  test('one number gets at most 30 a day, from any number of people and calls', async () => {
    fixture.startLimited();
    const callers = await Promise.all(Array.from({ length: 8 }, () => person('Dark', '3 hours')));
    for (const caller of callers) for (let n = 0; n < 5; n++) await call(caller, [VICTIM]);
    await fixture.waitForCounts({ 'mood sent': 30, 'mood cancelled': 10 });
    expect(await reasons()).toEqual(['held back: 30 texts for support to one number within a day']);
  }, 40_000);

  test('one number gets 60 when they include first calls of a day by established accounts: new accounts cannot use these up', async () => {
    fixture.startLimited();
    const newAccounts = await Promise.all(
      Array.from({ length: 40 }, (_, n) => person('Dark', '3 days', `network ${n}`)),
    );
    for (const newAccount of newAccounts) await call(newAccount, [VICTIM]);
    await fixture.waitForCounts({ 'mood sent': 30, 'mood cancelled': 10 });
    const established = await Promise.all(Array.from({ length: 31 }, () => person('Dark', '30 days')));
    for (const friend of established) await call(friend, [VICTIM]);
    await fixture.waitForCounts({ 'mood sent': 60, 'mood cancelled': 11 });
  }, 40_000);

  test('the new accounts of one network have ten texts to one number together, first calls too, and others are still sent', async () => {
    fixture.startLimited();
    const newAccount = await person('Dark', '3 days', 'one network');
    for (let n = 0; n < 15; n++) await call(newAccount, [VICTIM]);
    await fixture.waitForCounts({ 'mood sent': 10, 'mood cancelled': 5 });
    await call(await person('Dark', '3 days', 'one network'), [VICTIM]);
    const friend = await person('Dark', '30 days');
    for (let n = 0; n < 10; n++) await call(friend, [VICTIM]);
    await fixture.waitForCounts({ 'mood sent': 20, 'mood cancelled': 6 });
  }, 40_000);

  test('neighbours whose numbers begin alike are both texted, also when one number is a prefix of the other', async () => {
    fixture.startLimited();
    const neighbours = Array.from({ length: 10 }, (_, digit) => `+491761234567${digit}`);
    const numbers = [...neighbours, '+491761234567', '+393331234567', '+39333123456'];
    const friend = await person('Dark', '30 days');
    for (let n = 0; n < 3; n++) await call(friend, numbers);
    await fixture.waitForCounts({ 'mood sent': 3 * numbers.length });
    expect(new Set(fixture.endpoint.received.map(({ body }) => body.phoneNumber))).toEqual(new Set(numbers));
  });

  test('accounts that have left keep their payer’s limits: leaving gives no further texts, and takes none from others', async () => {
    const left = await Promise.all(Array.from({ length: 4 }, () => person('Dark', '3 hours', 'one network')));
    const friend = await person('Dark', '30 days');
    for (const [n, one] of [...left, friend].entries()) {
      await call(one, numbers(one === friend ? 3 : 100, 100 * n));
      const payer = one === friend ? friend : 'one network';
      await fixture.pool.query('update texts set payer = $2 where author = $1', [one, payer]);
      await fixture.pool.query('delete from users where id = $1', [one]);
    }
    fixture.startLimited();
    await fixture.waitForCounts({ 'mood sent': 303, 'mood cancelled': 100 });
  }, 60_000);

  test('a call that waits for the daily budget is counted once, however often it is checked', async () => {
    const friend = await person('Dark', '30 days');
    const counted = [
      { what: 'text', whom: 'all', times: 18 },
      { what: 'support text, one', whom: friend, times: 1 },
    ];
    for (const attempts of counted) await insertAttempts(fixture.pool, LIMITS_SECRET, attempts);
    fixture.startLimited(20);
    await call(friend, [VICTIM]);
    for (let look = 0; look < 15; look++) {
      await vi.waitFor(async () => expect(await reasons()).toEqual(["waits: the day's texts are used up"]));
      await fixture.pool.query(`update texts set next_attempt_at = now(), last_error = null where status = 'queued'`);
    }
    await fixture.waitForCounts({ 'mood queued': 1 });
    const { rows } = await fixture.pool.query(
      `select cardinality(times) as count from limits where what = 'support texts to one'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  }, 60_000);

  test('a person’s first call of a day reaches their whole circle; further calls reach 300 phones', async () => {
    fixture.startLimited();
    const friend = await person('Dark', '30 days');
    await call(friend, numbers(320));
    await fixture.waitForCounts({ 'mood sent': 320 });
    await call(friend, numbers(320));
    await fixture.waitForCounts({ 'mood sent': 620, 'mood cancelled': 20 });
    expect(await reasons()).toEqual(['held back: 300 further texts for support by one person within a day']);
  }, 60_000);

  test('a call that was undone after its text had left is no first call any more', async () => {
    fixture.startLimited();
    const callers = await Promise.all(Array.from({ length: 10 }, () => person('Dark', '30 days')));
    for (const round of [1, 2, 3]) {
      for (const caller of callers) await call(caller, [VICTIM]);
      await fixture.waitForCounts({ 'mood sent': 10 * round });
      await fixture.pool.query('update mood_choices set undone_at = now()');
    }
    for (const caller of callers) await call(caller, [VICTIM]);
    await fixture.waitForCounts({ 'mood sent': 30, 'mood cancelled': 10 });
  }, 60_000);

  test('accounts that one network made within a week share one person’s limits', async () => {
    fixture.startLimited();
    const newAccounts = await Promise.all(Array.from({ length: 4 }, () => person('Green', '3 hours', 'one network')));
    for (const newAccount of newAccounts) await fixture.store(...some(150, newAccount, '+14155550101').map(spread));
    await fixture.waitForCounts({ 'message sent': 500, 'message cancelled': 100 });
    const settled = await person('Green', '8 days', 'one network');
    await fixture.store(...some(3, settled, '+14155550102'));
    await fixture.waitForCounts({ 'message sent': 503, 'message cancelled': 100 });
  }, 60_000);

  test('a call that was delayed by a quarter of an hour is cancelled if the person does not ask for support any more', async () => {
    const callers = await Promise.all((['Green', 'Yellow', 'Dark'] as const).map((mood) => person(mood, '9 days')));
    for (const caller of callers) await call(caller, numbers(2), '16 minutes');
    await call(callers[0]!, ['+14155550109'], '14 minutes');
    fixture.start();
    await fixture.waitForCounts({ 'mood sent': 3, 'mood cancelled': 4 });
    expect(await reasons()).toEqual(['held back: their mood says something else by now']);
  });
});

const spread = <Text extends object>(text: Text, n: number) => ({ ...text, phone_number: numbers(200)[n]! });

describe('while the limits cannot be counted', () => {
  beforeEach(() => fixture.pool.query('alter table limits rename to elsewhere'));
  afterEach(() => fixture.pool.query('alter table if exists elsewhere rename to limits'));

  test('no text that can wait is sent, and none is given up', async () => {
    fixture.startLimited();
    await fixture.store(...some(40, ada, VICTIM), ...some(2, grace, VICTIM, 'connection'));
    await vi.waitFor(async () => expect(await reasons()).toEqual(['waits: the limits cannot be counted']));
    await fixture.waitForCounts({ 'message queued': 40, 'connection queued': 2 });
    expect(fixture.endpoint.received).toEqual([]);
    await fixture.pool.query('alter table elsewhere rename to limits');
    await fixture.pool.query('update texts set next_attempt_at = now()');
    await fixture.waitForCounts({ 'message sent': 40, 'connection sent': 2 });
    for (const text of await fixture.texts()) expect(text.attempts).toBe(1);
  }, 30_000);

  test('a few calls for support are sent: 25 by one person, three to one number', async () => {
    fixture.startLimited();
    await call(await person('Dark', '30 days'), numbers(40));
    for (let n = 0; n < 5; n++) await call(await person('Dark', '30 days'), [VICTIM]);
    await fixture.waitForCounts({ 'mood sent': 28, 'mood queued': 17 });
  }, 30_000);
});

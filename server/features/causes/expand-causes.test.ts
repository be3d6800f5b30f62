import { expect, test } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { findDue } from './expand-causes.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

const textedNumbers = () => fixture.endpoint.received.map(({ body }) => body.phoneNumber).sort();

/** Sends the call of a person whose friends have these phones. */
async function callTo(...phones: string[]): Promise<void> {
  const ada = await causes.person({ firstname: 'Ada', mood: 'Dark' });
  for (const phone of phones) await causes.connect(ada, await causes.person({ phone }));
  await causes.call(ada);
  fixture.start();
  await fixture.settled();
  expect(await causes.left()).toEqual([]);
}

test('one phone gets one text of a call, however its number is written', async () => {
  await callTo(
    '+14155550101',
    '+1 (415) 555-0101',
    '(415) 555-0101',
    '1 415 555 0101',
    '(415) 555-0101 5',
    '+14155550102',
  );
  expect(textedNumbers()).toEqual(['+14155550101', '+14155550102']);
});

test.each(['+14152007986/4152007987', '+1415200798612345678', '+141520079861'])(
  'an older account with %s keeps no call from the friend whose number begins so',
  async (phone) => {
    await callTo(phone, '+14152007986');
    expect(textedNumbers()).toEqual(['+14152007986']);
  },
);

test('a call whose texts cannot be made keeps no other waiting, and is tried again', async () => {
  const [ada, grace] = [await causes.circle(1), await causes.circle(1)];
  await causes.call(ada.ada);
  await causes.call(grace.ada);
  await fixture.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on texts for each row when (new.author = '${ada.ada}') execute function refuse()`);
  fixture.start();
  await fixture.waitForCounts({ 'mood sent': 1 });
  expect(fixture.endpoint.received[0]!.body.message).toContain(grace.ada);
  await fixture.pool.query('drop trigger refuse on texts; drop function refuse; update causes set opens_at = null');
  await fixture.waitForCounts({ 'mood sent': 2 });
});

test('calls are told in the order in which they came, also when their number gets one digit more', async () => {
  await fixture.pool.query(`select setval(pg_get_serial_sequence('causes', 'id'), 8)`);
  const { ada } = await causes.circle(1);
  const first = await causes.call(ada);
  await fixture.pool.query(`update asks set closed_at = now(), closed_how = 'ok'`);
  const second = await causes.call(ada);
  fixture.start();
  await fixture.waitForCounts({ 'mood sent': 2 });
  const { rows } = await fixture.pool.query('select cause_id as choice from texts order by turn');
  expect(rows.map(({ choice }) => choice)).toEqual([first, second]);
});

test('batches with more messages than one step takes are all told, each message once', async () => {
  const [ada, grace] = [await causes.person({ firstname: 'Ada' }), await causes.person()];
  await causes.connect(ada, grace);
  for (let n = 0; n < 3; n++)
    await causes.messages(
      ada,
      Array.from({ length: 600 }, () => grace),
    );
  fixture.start({}, {});
  await fixture.settled();
  expect(await fixture.counts()).toEqual({ 'message recorded': 1_800 });
  expect(await causes.left()).toEqual([]);
});

test('payers take turns: many calls of one, or of the new accounts of one network, delay nobody else’s', async () => {
  const [ada, eve, mallory, grace] = await Promise.all(Array.from({ length: 4 }, () => causes.person()));
  await fixture.pool.query(`update users set created_at = now(), sign_up_network = 'one' where id in ($1, $2)`, [
    eve,
    mallory,
  ]);
  for (let n = 0; n < 6; n++) {
    for (const caller of [ada!, eve!, mallory!]) await causes.call(caller);
    await fixture.pool.query(`update asks set closed_at = now(), closed_how = 'ok'`);
  }
  const last = await causes.call(grace!);
  const { calls } = await findDue(fixture.pool);
  expect(calls.map(({ choice }) => choice).indexOf(last)).toBe(2);
});

test('the call of an account that is deleted at this moment is still taken', async () => {
  const { ada } = await causes.circle(1);
  const call = await causes.call(ada);
  await fixture.pool.query('delete from users where id = $1', [ada]);
  const { calls } = await findDue(fixture.pool);
  expect(calls.map(({ choice }) => choice)).toContain(call);
});

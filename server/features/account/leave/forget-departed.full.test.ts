import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { findNumber } from '#tests/support/database/find-personal-data.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer({ rateLimits: true });
const { database, log, moodring, signUp, settled, deleteTexts, forgetAttempts, findPersonalData, sql } = server;

const NUMBER = '4155550101';
const NOTATIONS = ['(415) 555-0101', '+1 415-555-0101', '1 415 555 0101', '415.555.0101'];

let ada: Member;
let grace: Member;
beforeEach(async () => {
  await deleteTexts();
  await forgetAttempts();
  ada = await signUp({ firstname: 'Ada', phonenumber: '(415) 555-0101' });
  grace = await signUp({ firstname: 'Grace', phonenumber: '415 555 0102' });
  await ada.connect(grace);
  for (const phoneNumber of NOTATIONS)
    expect((await grace.post('/api/texts/general', { phoneNumber, message: 'By hand' })).status).toBe(202);
  await grace.post('/api/users/search', { query: '415 555' });
  // Texts to their number that follow from something else.
  await grace.say(ada);
  await grace.choose('Dark');
  await settled();
  await grace.say(ada, 'Are you there?');
});

const lock = (statement: string, uid: string) => holdTransaction(database.pool, `${statement} for update`, [uid]);
const lockMessages = () => lock('select from messages where $1 in (sender, receiver)', ada.uid);
const lockTextsByHand = () => lock(`select from texts where author = $1 and cause = 'form'`, grace.uid);

test('when the call has answered, no row of any table has the number, although the purge is held up', async () => {
  expect(new Set(await findNumber(database.pool, NUMBER))).toEqual(
    new Set([
      'users.phonenumber',
      'users.phone_e164',
      'users.phone_key',
      'search_keys.key',
      'texts.phone_number',
      'texts.phone_key',
    ]),
  );
  const unlock = await lockMessages();
  expect((await ada.leave()).status).toBe(200);
  expect(await findNumber(database.pool, NUMBER)).toEqual([]);
  const rows = await sql`select phone_number as is from texts where author = ${grace.uid} and cause = 'form'`;
  expect(rows).toEqual(NOTATIONS.map(() => ({ is: '' })));
  expect((await sql`select from departures`).length).toBe(1);
  await unlock();
  await settled();
  expect(await findPersonalData(ada.uid)).toEqual([]);
});

test('when it cannot be removed then, the account is deleted, it is logged, and the purge begins with it', async () => {
  const unlock = await lockTextsByHand();
  const unlockMessages = await lockMessages();
  expect((await ada.leave()).status).toBe(200);
  expect(await findNumber(database.pool, NUMBER)).toContain('departures.phone_key');
  expect(log.lines).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: "a deleted account's number could not be removed now, and will be by the purge",
    }),
  );
  expect(log.written()).not.toMatch(/415\D*555\D*0101/);
  await unlock();
  await vi.waitFor(async () => expect(await findNumber(database.pool, NUMBER)).toEqual([]));
  expect((await sql`select from departures`).length).toBe(1);
  await unlockMessages();
  await settled();
  expect(await findPersonalData(ada.uid)).toEqual([]);
});

test('the purge of another node removes it when the node that was asked has died', async () => {
  await moodring.context.purgeWorker.stop();
  await sql`delete from users where id = ${ada.uid}`;
  expect(await findNumber(database.pool, NUMBER)).toContain('departures.phone_key');
  const node = await startOtherNode(server);
  onTestFinished(node.stop);
  await settled();
  expect(await findNumber(database.pool, NUMBER)).toEqual([]);
  expect(await findPersonalData(ada.uid)).toEqual([]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { signAsTwilio } from '#tests/support/wire/sign-webhook.ts';
import { WEBHOOKS } from '../gateways/webhook-addresses.ts';
import { OLD_CALLS, takeOnce } from './take-once.ts';

const TOKEN = 'the token of the account';
const PHONE = '+14155550101';
const { database, origin, allRows, sql } = await startTestServer({
  twilio: { accountSid: `AC${'7'.repeat(32)}`, authToken: TOKEN, from: '+14155550199' },
});
const { pool } = database;
beforeEach(() => sql`delete from texts; delete from text_stops; delete from taken_calls`);

let texts = 0;
type Signed = { path: string } & ReturnType<typeof signAsTwilio>;
const sign = (path: string, fields: Record<string, string>): Signed => ({
  path,
  ...signAsTwilio(TOKEN, origin + path, { MessageSid: `SM${++texts}`, ...fields }),
});
/** A new text to Twilio's number, as Twilio would bring it. */
const text = (Body: string) => sign(WEBHOOKS.incoming, { From: PHONE, To: '+14155550199', Body });

/** Brings a signed call, for the first time or as a copy. */
async function bring({ path, body, headers }: Signed) {
  const response = await fetch(origin + path, { method: 'POST', headers, body });
  return [response.status, await response.text()];
}

const isStopped = async () =>
  (await sql`select from text_stops where phone = ${PHONE} and stopped and until > now()`).length === 1;

describe('a copy of a call that Twilio signed changes nothing:', () => {
  test('a STOP after a START, also with its fields cut in other places', async () => {
    const stop = text('STOP');
    const quiet = await bring(stop);
    expect(await isStopped()).toBe(true);
    await bring(text('START'));
    expect(await isStopped()).toBe(false);
    const before = await allRows();
    const cut = { ...stop, body: stop.body.replace('MessageSid=', 'Message=Sid') };
    for (const copy of [stop, stop, cut]) expect(await bring(copy)).toEqual(quiet);
    expect(await allRows()).toBe(before);
    await bring(text('STOP'));
    expect(await isStopped()).toBe(true);
  });

  test('the report of a stopped phone after a START', async () => {
    const rows = await sql<{
      id: string;
    }>`insert into texts (kind, cause, phone_number, message, status, next_attempt_at)
       values ('welcome', 'form', '4155550101', 'Hello', 'sent', null) returning id`;
    const fields = { To: PHONE, MessageStatus: 'failed', ErrorCode: '21610' };
    const report = sign(`${WEBHOOKS.twilio}?text=${rows[0]!.id}`, fields);
    const quiet = await bring(report);
    expect(await isStopped()).toBe(true);
    await bring(text('START'));
    expect(await bring(report)).toEqual(quiet);
    expect(await isStopped()).toBe(false);
  });
});

test('a call without Twilio’s signature is not remembered, and a call that failed can come again', async () => {
  const stop = text('STOP');
  const forged = { ...stop, headers: { ...stop.headers, 'x-twilio-signature': 'x' } };
  expect((await bring(forged))[0]).toBe(403);
  expect((await sql`select from taken_calls`).length).toBe(0);
  await expect(takeOnce(pool, 'signature', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
  expect(await takeOnce(pool, 'signature', async () => 'taken')).toBe('taken');
  expect(await takeOnce(pool, 'signature', async () => 'taken')).toBeUndefined();
});

test('calls are forgotten after a week', async () => {
  await sql`insert into taken_calls values ('old', now() - interval '8 days'), ('new', now() - interval '6 days')`;
  await removeFromPages(pool, OLD_CALLS, 0, 1_000);
  expect(await sql`select signature from taken_calls`).toEqual([{ signature: 'new' }]);
});

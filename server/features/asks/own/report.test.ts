import { afterAll, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { setPhone } from '#tests/support/people/set-phone.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';

const mail = await openMailServer();
afterAll(() => mail.close());
const smtp = { url: mail.url, from: 'moodring@example.com' };
const askServer = await startAskServer({ undoSeconds: 60, smtp });
const { server, pool, endpoint, circle, choose, asks, open, openAsk, texts, sql } = askServer;

const report = async (who: Member) => (await asks(who)).mine!.report;

test('while texts are held, the report says how many friends will be texted, and after they have left how many were', async () => {
  const [ada, ...friends] = await circle(10);
  const [, , both, shared, typed, none, premium, stopped, short] = friends as Member[];
  await setPhone(pool, both!.uid, '+14155550142');
  await setPhone(pool, shared!.uid, '(415) 555-0142');
  // The same phone, written in a way that was not understood at the sign-up.
  await setPhone(pool, typed!.uid, '1 (415) 555 01 42');
  await setPhone(pool, none!.uid, '');
  await setPhone(pool, premium!.uid, '+19005550123');
  await setPhone(pool, stopped!.uid, '+14155550143');
  await setPhone(pool, short!.uid, '911');
  await sql`insert into text_stops (phone, stopped, said_at) values ('+14155550143', true, now())`;
  await choose(ada, 'Dark');
  const held = await report(ada);
  expect(held).toEqual({ asked: 9, handed: 0, arrived: 0, lost: [], trying: 4, appOnly: 5, notifiable: 0, seen: 0 });
  await open();
  expect((await texts(ada)).filter((text) => text.status === 'sent')).toHaveLength(3);
  // Until then the phone that has stopped texts counts, so that nothing tells of it before a text is sent.
  expect(await report(ada)).toEqual({ ...held, handed: 3, trying: 0, appOnly: 6 });
});

test('a device for notifications counts whatever its friend did: a look and a ‘can’t’ leave the same report', async () => {
  const [ada, grace] = await circle(2);
  expect((await grace.put(`/api/users/${grace.uid}/push`, someSubscription())).status).toBe(200);
  const id = await openAsk(ada);
  expect(await report(ada)).toMatchObject({ asked: 1, notifiable: 1 });
  expect((await grace.put(`/api/asks/${id}/answer`, { answer: 'no' })).status).toBe(200);
  expect((await ada.post(`/api/asks/${id}/again`)).status).toBe(200);
  expect(await report(ada)).toMatchObject({ asked: 1, notifiable: 1 });
});

test('a confirmed email counts for a friend alone who has no number for texts: others get none, also when the text is lost', async () => {
  const [ada, grace] = await circle(2);
  await sql`update users set email_verified = true where id = ${grace.uid}`;
  endpoint.answer = status(400);
  server.expectError('A text was given up');
  await openAsk(ada);
  await texts(ada);
  expect(await report(ada)).toMatchObject({ lost: [{ uid: grace.uid }], trying: 0, notifiable: 0 });
  await setPhone(pool, grace.uid, '');
  expect(await report(ada)).toMatchObject({ notifiable: 1 });
});

test('a phone that asked and not asked friends share is texted for the one who is asked', async () => {
  const [ada, grace, sam] = await circle(3);
  for (const friend of [grace, sam]) await setPhone(pool, friend.uid, '+14155550144');
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect(await report(ada)).toMatchObject({ asked: 2, trying: 1, appOnly: 1 });
  await ada.patch(`/api/asks/${id}`, { chosen: [sam.uid] });
  expect(await report(ada)).toMatchObject({ asked: 1, trying: 1, appOnly: 0 });
  await open();
  expect(await texts(ada)).toMatchObject([{ recipient: sam.uid, status: 'sent' }]);
});

test('each friend counts once: handed, trying, lost or in the app only', async () => {
  const [ada, grace, sam, mei, alan] = await circle(6);
  await openAsk(ada);
  await texts(ada);
  for (const [friend, state, delivery] of [
    [grace, 'sent', 'delivered'],
    [sam, 'sent', 'undelivered'],
    [mei!, 'failed', null],
    [alan!, 'cancelled', null],
  ] as const)
    await pool.query('update texts set status = $3, delivery = $4 where author = $1 and recipient = $2', [
      ...[ada.uid, friend.uid],
      ...[state, delivery],
    ]);
  const { lost, ...counts } = await report(ada);
  expect(counts).toEqual({ asked: 5, handed: 2, arrived: 1, trying: 0, appOnly: 1, notifiable: 0, seen: 0 });
  expect(lost.map(({ uid }) => uid).sort()).toEqual([sam.uid, mei!.uid].sort());
  // While a further call is held, a friend who got a text of the former one does not count as without a text.
  await choose(ada, 'Dark');
  expect(await report(ada)).toMatchObject({ asked: 5, handed: 2, trying: 1, appOnly: 0 });
});

test('while a gateway is out, its texts are tried', async () => {
  const [ada] = await circle(4);
  endpoint.answer = status(503);
  await openAsk(ada);
  await texts(ada);
  expect(await report(ada)).toMatchObject({ asked: 3, trying: 3, appOnly: 0 });
  endpoint.answer = status(202);
  await sql`update texts set next_attempt_at = now() where status = 'queued'`;
  await texts(ada);
  expect(await report(ada)).toMatchObject({ asked: 3, handed: 3, trying: 0 });
});

test('of an ask with hundreds of choices the report reads the texts of the last fifty that texted', async () => {
  const [ada, grace] = await circle(2);
  const id = await openAsk(ada);
  await texts(ada);
  const chooseAgain = (times: number, isLimited: boolean) =>
    sql`with choice as (
         insert into mood_choices (uid, mood, ask, chosen_at, texts_limited)
         select ${ada.uid}, 'Dark', ${id}, clock_timestamp(), ${isLimited} from generate_series(1, ${times}) returning id
       )
       insert into texts (kind, cause, cause_id, author, recipient, status)
       select 'general', 'mood', id, ${ada.uid}, ${grace.uid}, 'cancelled' from choice where not ${isLimited}`;
  await chooseAgain(49, false);
  await chooseAgain(300, true);
  expect(await report(ada)).toMatchObject({ asked: 1, handed: 1 });
  await chooseAgain(1, false);
  expect(await report(ada)).toMatchObject({ asked: 1, handed: 0, appOnly: 1 });
});

import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/in-transaction.ts';
import { settleBeforeLeaving } from '#server/features/texts/index.ts';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { setPhone } from '#tests/support/people/set-phone.ts';
import { APP_URL, createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

const SUPPORT = `Your friend Ada Hopper can really use some support right now, because their mood color has changed to dark. Send them a support message ${APP_URL}`;
/** With the link to the chat, while the author is there. */
const supportOf = (author: string) => `${SUPPORT}/chat/${author}`;
const CHAT = `Your friend Ada Hopper sent you a message on Moodring (${APP_URL})`;

/** Sends the texts of all causes. @returns what the endpoint got: numbers and words */
async function sendAll(): Promise<[phone: string, words: string][]> {
  fixture.start();
  await fixture.settled();
  expect(await causes.left()).toEqual([]);
  return fixture.endpoint.received.map(({ body }): [string, string] => [body.phoneNumber, body.message]).sort();
}

const set = (uid: string, columns: string) => fixture.pool.query(`update users set ${columns} where id = $1`, [uid]);
const leave = async (uid: string) => {
  const newTexts = { status: 'queued', note: null, needsProof: false } as const;
  await inTransaction(fixture.pool, (db) => settleBeforeLeaving(db, uid, newTexts));
  await fixture.pool.query('delete from users where id = $1', [uid]);
};

/** Both kinds of texts to one friend. */
async function callAndMessage() {
  const { ada, friends } = await causes.circle(1);
  const [grace] = friends as [string];
  await setPhone(fixture.pool, grace, '+14155550001');
  await causes.messages(ada, [grace]);
  await causes.call(ada);
  return { ada, grace };
}

describe('while a cause waits,', () => {
  test('a friend changes their number: the new one is texted', async () => {
    const { ada, grace } = await callAndMessage();
    await setPhone(fixture.pool, grace, '+14155550002');
    expect(await sendAll()).toEqual([
      ['+14155550002', supportOf(ada)],
      ['+14155550002', CHAT],
    ]);
  });

  test('a friend removes their number: they are not texted', async () => {
    const { grace } = await callAndMessage();
    await setPhone(fixture.pool, grace, '');
    expect(await sendAll()).toEqual([]);
    expect(await fixture.texts()).toEqual([]);
  });

  test('the author leaves: the call for support is sent with their name, and the message causes no text', async () => {
    const { ada } = await callAndMessage();
    await leave(ada);
    expect(await sendAll()).toEqual([['+14155550001', SUPPORT]]);
  });

  test('the author changes their name: the new one is in the texts', async () => {
    const { ada } = await callAndMessage();
    await set(ada, `firstname = 'Augusta'`);
    expect((await sendAll()).map(([, words]) => words)).toEqual([
      supportOf(ada).replace('Ada', 'Augusta'),
      CHAT.replace('Ada', 'Augusta'),
    ]);
  });
});

describe('a call for support', () => {
  test.each([
    ['stays', async () => {}],
    ['leaves', leave],
  ])('reaches no friend who connected after it, also when its author %s', async (_, happens) => {
    const { ada, friends } = await causes.circle(1);
    await setPhone(fixture.pool, friends[0]!, '+14155550001');
    await causes.call(ada, '1 minute');
    await causes.connect(ada, await causes.person(), '1 second');
    await happens(ada);
    expect((await sendAll()).map(([phone]) => phone)).toEqual(['+14155550001']);
  });

  test.each([
    ['stays', async () => {}, supportOf],
    ['leaves', leave, () => SUPPORT],
  ])('reaches friends of before the clock was set back, also when its author %s', async (_, happens, words) => {
    const ada = await causes.person({ firstname: 'Ada', mood: 'Dark' });
    await causes.connect(ada, await causes.person({ phone: '+14155550001' }), '-1 hour');
    await causes.call(ada);
    await happens(ada);
    expect(await sendAll()).toEqual([['+14155550001', words(ada)]]);
  });

  test('of someone who leaves sends one text to a phone that two friends share', async () => {
    const ada = await causes.person({ firstname: 'Ada', mood: 'Dark' });
    for (const phone of ['+14155550001', '+14155550001', '+14155550002'])
      await causes.connect(ada, await causes.person({ phone }));
    await causes.call(ada);
    await leave(ada);
    expect((await sendAll()).map(([phone]) => phone)).toEqual(['+14155550001', '+14155550002']);
  });
});

import { expect, test } from 'vitest';
import type { FriendPlan, Plan } from '#contract/account/plan.ts';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { unseal } from './index.ts';

const { server, pool, circle, choose, asks, open, openAsk, close, hide } = await startAskServer({ undoSeconds: 30 });

const planOf = async (who: Member) => (await who.get(`/api/users/${who.uid}/plan`)).body as Plan;
async function write(who: Member, part: string, words: string, more: object = {}) {
  const basedOn = (await planOf(who)).parts.find((each) => each.part === part)?.changedAt;
  return who.put(`/api/users/${who.uid}/plan`, { part, words, basedOn, ...more });
}
/** The card of the one friend who asks, and what it lets the reader read. */
async function cardOf(reader: Member) {
  const [card] = (await asks(reader)).friends;
  const { status, body } = await reader.get(`/api/asks/${card?.id ?? crypto.randomUUID()}/plan`);
  return { status, hasPlan: card?.hasPlan, parts: (body as FriendPlan).parts };
}

test('a plan has its parts in their order, as they were written; without words and friends a part is gone', async () => {
  const [ada, grace] = await circle(3);
  await write(ada, 'safer', ' The pills are with Sam. ');
  await write(ada, 'friends', '', { contacts: [grace.uid, crypto.randomUUID()], readers: [grace.uid] });
  await write(ada, 'signs', 'I stop answering\n🎈');
  expect(await planOf(ada)).toEqual({
    parts: [
      { part: 'signs', words: 'I stop answering\n🎈', contacts: [], readers: [], changedAt: expect.any(Number) },
      // Without words there is nothing to read.
      { part: 'friends', words: '', contacts: [grace.uid], readers: [], changedAt: expect.any(Number) },
      { part: 'safer', words: 'The pills are with Sam.', contacts: [], readers: [], changedAt: expect.any(Number) },
    ],
  });
  const { body } = await ada.get(`/api/users/${ada.uid}/export`);
  expect(body.plan).toMatchObject([{ words: 'I stop answering\n🎈' }, { contacts: [grace.uid] }, { part: 'safer' }]);
  await write(ada, 'friends', ' ', {});
  await write(ada, 'safer', '');
  expect((await planOf(ada)).parts.map(({ part }) => part)).toEqual(['signs']);
  expect((await write(ada, 'other', 'x')).status).toBe(400);
  expect((await write(ada, 'signs', 'x'.repeat(2_001))).status).toBe(400);
});

test('a device that has not seen the last change replaces nothing, and shows nothing again', async () => {
  const [ada, grace] = await circle(3);
  await write(ada, 'alone', 'A walk', { readers: [grace.uid] });
  const [{ changedAt: seen }] = (await planOf(ada)).parts as [Plan['parts'][number]];
  await write(ada, 'alone', 'A long walk');
  for (const basedOn of [seen, null]) {
    const late = await write(ada, 'alone', 'A walk', { readers: [grace.uid], basedOn });
    expect([late.status, late.body.error.code]).toEqual([409, 'too_late']);
  }
  expect((await planOf(ada)).parts).toMatchObject([{ words: 'A long walk', readers: [] }]);
  const [{ changedAt }] = (await planOf(ada)).parts as [Plan['parts'][number]];
  await write(ada, 'alone', '');
  expect((await write(ada, 'alone', 'A walk', { basedOn: changedAt })).status).toBe(409);
  expect((await planOf(ada)).parts).toEqual([]);
});

test('the database has no word of it, and another secret or place reads none', async () => {
  const [ada] = await circle(3);
  await write(ada, 'alone', 'The long walk by the river');
  expect(await server.allRows()).not.toContain('long walk');
  const { rows } = await pool.query<{ words: Buffer }>('select words from plan_parts where owner = $1', [ada.uid]);
  const { authSecret } = server.moodring.context.config;
  expect(unseal(authSecret, ada.uid, 'alone', rows[0]!.words)).toBe('The long walk by the river');
  for (const [secret, owner, part] of [
    ['another secret', ada.uid, 'alone'],
    [authSecret, ada.uid, 'signs'],
    [authSecret, crypto.randomUUID(), 'alone'],
  ] as const)
    expect(unseal(secret, owner, part, rows[0]!.words)).toBeNull();
  await pool.query(`update plan_parts set words = '\\x00' where owner = $1`, [ada.uid]);
  expect((await planOf(ada)).parts).toMatchObject([{ part: 'alone', words: null }]);
});

test('a friend who will reach out reads the parts that are shown to them, while they are asked', async () => {
  const [ada, grace, sam] = await circle(3);
  await write(ada, 'alone', 'A walk', { readers: [grace.uid], contacts: [sam.uid] });
  await write(ada, 'signs', 'I stop answering');
  expect(await cardOf(grace)).toMatchObject({ status: 404 });
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect((await grace.get(`/api/asks/${id}/plan`)).status).toBe(404);
  await open();
  expect(await cardOf(grace)).toMatchObject({ status: 404, hasPlan: true });
  for (const [friend, answer] of [
    [grace, 'yes'],
    [sam, 'later'],
  ] as const)
    await friend.put(`/api/asks/${id}/answer`, { answer });
  expect(await cardOf(grace)).toEqual({ status: 200, hasPlan: true, parts: [{ part: 'alone', words: 'A walk' }] });
  expect(await cardOf(sam)).toEqual({ status: 200, hasPlan: false, parts: [] });
  await choose(ada, 'Green');
  expect(await cardOf(grace)).toMatchObject({ status: 404, hasPlan: false });
  await choose(ada, 'Purple');
  expect(await cardOf(grace)).toMatchObject({ status: 200, hasPlan: true });
  await close(ada, id, { tell: true });
  expect(await cardOf(grace)).toMatchObject({ status: 404, hasPlan: false });
});

test('a part that is shown and hidden while the card is open changes it, for all friends by the same frame', async () => {
  const [ada, grace, sam] = await circle(3);
  await openAsk(ada);
  const { id } = (await asks(ada)).mine!;
  for (const friend of [grace, sam]) await friend.put(`/api/asks/${id}/answer`, { answer: 'yes' });
  await server.settled();
  const browsers = await Promise.all([grace, sam].map((friend) => friend.listen()));
  await write(ada, 'alone', 'A walk', { readers: [grace.uid] });
  expect(await cardOf(grace)).toMatchObject({ hasPlan: true, parts: [{ words: 'A walk' }] });
  await write(ada, 'alone', 'A walk', { readers: [sam.uid] });
  await server.settled();
  expect([await cardOf(grace), await cardOf(sam)]).toMatchObject([
    { hasPlan: false, parts: [] },
    { hasPlan: true, parts: [{ words: 'A walk' }] },
  ]);
  const [of, alike] = await Promise.all(browsers.map((browser) => browser.everything()));
  expect(of!.map(({ type }) => type)).toContain('friend-ask');
  expect(alike).toEqual(of);
});

test.each<[string, (ada: Member, grace: Member) => Promise<unknown>]>([
  ['removed', (ada, grace) => ada.remove(grace)],
  ['blocked', (ada, grace) => grace.block(ada)],
])('a friend who is %s is in no plan any more, also after the two are friends again', async (_, part) => {
  const [ada, grace] = await circle(3);
  await write(ada, 'alone', 'A walk', { readers: [grace.uid], contacts: [grace.uid] });
  await part(ada, grace);
  expect((await planOf(ada)).parts).toMatchObject([{ readers: [], contacts: [] }]);
  await grace.delete(`/api/users/${grace.uid}/blocks/${ada.uid}`);
  await ada.connect(grace);
  expect((await planOf(ada)).parts).toMatchObject([{ readers: [], contacts: [] }]);
  await openAsk(ada);
  expect((await cardOf(grace)).hasPlan).not.toBe(true);
});

test('a friend whose mood is hidden reads nothing, and who leaves takes their plan along', async () => {
  const [ada, grace, sam] = await circle(3);
  await write(ada, 'alone', 'A walk', { readers: [grace.uid] });
  await write(grace, 'alone', 'A song', { readers: [ada.uid, sam.uid] });
  await openAsk(ada);
  const { id } = (await asks(grace)).friends[0]!;
  await hide(ada, grace);
  expect((await grace.get(`/api/asks/${id}/plan`)).status).toBe(404);
  await pool.query('delete from users where id = $1', [grace.uid]);
  const { rows } = await pool.query('select owner, friend from plan_friends where $1 in (owner, friend)', [grace.uid]);
  expect(rows).toEqual([]);
});

test('a part that is stored while the two part has no row of the friend, and nobody waits for ever', async () => {
  const [ada, grace] = await circle(3);
  await write(ada, 'alone', 'A walk', { readers: [grace.uid] });
  const end = await holdTransaction(pool, 'delete from connections where $1 in (owner, other) returning 1', [
    grace.uid,
  ]);
  const stored = write(ada, 'alone', 'A long walk', { readers: [grace.uid] });
  await expect.poll(() => countLockWaits(pool)).toBeGreaterThan(0);
  await end('commit');
  expect((await stored).body.parts).toMatchObject([{ words: 'A long walk', readers: [] }]);
  const { rowCount } = await pool.query('select from plan_friends where friend = $1', [grace.uid]);
  expect(rowCount).toBe(0);
});

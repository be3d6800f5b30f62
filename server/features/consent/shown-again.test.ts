import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address });
const { pool } = server.database;
const { circle, openAsk, asks, choose, open, texts } = asking(server);

let ada: Member;
let sam: Member;
let grace: Member;
let ask: string;
beforeEach(async () => {
  endpoint.received.length = 0;
  [ada, sam, grace] = await circle(3);
  ask = await openAsk(ada, 'Purple');
  await texts(ada);
});

const hide = async (hidesMood: boolean) =>
  expect((await ada.patch(`/api/users/${ada.uid}/connections/${sam.uid}/controls`, { hidesMood })).status).toBe(200);
const close = (tell: boolean) => ada.post(`/api/asks/${ask}/close`, { tell });
const answer = (who: Member, id: string, kind = 'yes') => who.put(`/api/asks/${id}/answer`, { answer: kind });
/** The link in the last text to a friend. */
const linkOf = ({ phonenumber }: Member) =>
  endpoint.received.findLast(({ body }) => body.phoneNumber === phonenumber)!.body.message.split('#')[1]!;
const look = async (code: string) => {
  const { status, body } = await server.visitor.post('/api/asks/link', { code });
  return { status, ...body };
};

describe('a call that is shown again', () => {
  test('is a new ask to the friend, and the one that they knew stays closed', async () => {
    await answer(sam, ask);
    const code = linkOf(sam);
    await hide(true);
    await hide(false);
    const [card, ...others] = (await asks(sam)).friends;
    expect(others).toEqual([]);
    expect(card).toMatchObject({ uid: ada.uid, answer: null, closed: null, worseAt: null, againAt: null });
    expect(card!.id).not.toBe(ask);
    const refused = await answer(sam, ask, 'no');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'ask_closed']);
    expect((await sam.post(`/api/asks/${ask}/seen`)).body.friends).toEqual([card]);
    expect(await look(code)).toMatchObject({ status: 200, isClosed: true, answer: 'yes' });
    expect((await server.visitor.post('/api/asks/link/answer', { code, answer: 'no' })).status).toBe(409);
    expect((await answer(sam, card!.id)).status).toBe(200);
    expect((await asks(ada)).mine).toMatchObject({ id: card!.id, answers: [{ uid: sam.uid }] });
  });

  test('goes on for the others: their answers stay, and their links lead to it', async () => {
    await answer(grace, ask);
    await ada.patch(`/api/asks/${ask}`, { note: 'bad night', chosen: undefined });
    await hide(true);
    await hide(false);
    const { mine } = await asks(ada);
    expect(mine).toMatchObject({ note: 'bad night', closed: null, answers: [{ uid: grace.uid, answer: 'yes' }] });
    expect((await asks(grace)).friends).toMatchObject([{ id: mine!.id, answer: 'yes', note: 'bad night' }]);
    expect(await look(linkOf(grace))).toMatchObject({ status: 200, isClosed: false, answer: 'yes' });
    expect((await choose(ada, 'Dark')).texts).toBe(2);
    await texts(ada);
    expect(await look(linkOf(sam))).toMatchObject({ status: 200, isClosed: false, level: 'Dark', answer: null });
    expect((await asks(sam)).friends).toMatchObject([{ id: mine!.id, level: 'Dark' }]);
  });

  test('after Green brings no card, but the next call brings one with an id that the friend has not seen', async () => {
    await choose(ada, 'Green');
    await hide(true);
    await hide(false);
    expect((await asks(sam)).friends).toEqual([]);
    expect((await asks(grace)).friends).toHaveLength(1);
    await choose(ada, 'Dark');
    await open();
    const [card] = (await asks(sam)).friends;
    expect(card!.id).not.toBe(ask);
    expect(card).toMatchObject({ level: 'Dark', closed: null });
  });

  test('while others answer, ten times: each answer is stored with the ask that goes on, or refused', async () => {
    for (let n = 0; n < 10; n += 1) {
      await hide(true);
      const { id } = (await asks(ada)).mine!;
      const [{ status }] = await Promise.all([answer(grace, id, n % 2 ? 'yes' : 'later'), hide(false)]);
      expect([200, 409]).toContain(status);
      const { mine } = await asks(ada);
      const stored = mine!.answers.filter(({ uid }) => uid === grace.uid);
      if (status === 200) expect(stored).toMatchObject([{ answer: n % 2 ? 'yes' : 'later' }]);
      expect((await asks(grace)).friends).toMatchObject([{ id: mine!.id }]);
      const { rowCount } = await pool.query('select from asks where uid = $1 and closed_at is null', [ada.uid]);
      expect(rowCount).toBe(1);
    }
  });
});

describe('the link in a text', () => {
  test('after hiding is byte for byte that of an ask which was closed quietly, for as long, whatever follows', async () => {
    const seen = async (end: () => Promise<unknown>) => {
      const code = linkOf(sam);
      await answer(sam, ask);
      await end();
      const first = await look(code);
      const refused = await server.visitor.post('/api/asks/link/answer', { code, answer: 'no' });
      return {
        code,
        bytes: JSON.stringify([first, refused.status, refused.body]).replaceAll(/\d{13}(\.\d+)?/g, 'time'),
      };
    };
    const closed = await seen(() => close(false));
    [ada, sam, grace] = await circle(3);
    ask = await openAsk(ada, 'Purple');
    await texts(ada);
    const hidden = await seen(() => hide(true));
    expect(hidden.bytes).toBe(closed.bytes);
    const before = JSON.stringify(await look(hidden.code));
    await choose(ada, 'Dark');
    await answer(grace, ask);
    expect(JSON.stringify(await look(hidden.code))).toBe(before);
    await hide(false);
    expect(JSON.stringify(await look(hidden.code))).toBe(before);
    await pool.query(`update connections set ask_ended_at = ask_ended_at - interval '25 hours' where owner = $1`, [
      ada.uid,
    ]);
    await pool.query(`update texts set created_at = created_at - interval '26 hours' where recipient = $1`, [sam.uid]);
    expect((await look(hidden.code)).status).toBe(404);
  });
});

describe('an ask that was closed with [Tell them]', () => {
  test('stays with the friend from whom the mood is hidden later', async () => {
    await answer(sam, ask);
    await ada.post(`/api/asks/${ask}/close`, { tell: true, thank: [sam.uid] });
    const { friends } = await asks(sam);
    expect(friends).toMatchObject([{ id: ask, closed: { thanked: true } }]);
    const code = linkOf(sam);
    const page = await look(code);
    await hide(true);
    expect((await asks(sam)).friends).toEqual(friends);
    expect(await look(code)).toEqual(page);
    await hide(false);
    expect((await asks(sam)).friends).toEqual(friends);
  });

  test('is not there for the friend from whom it was hidden then, also when the mood is shown again', async () => {
    await hide(true);
    await close(true);
    expect((await asks(grace)).friends).toHaveLength(1);
    await hide(false);
    expect((await asks(sam)).friends).toEqual([]);
  });
});

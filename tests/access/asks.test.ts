import { beforeEach, describe, expect, test } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { responseShape } from '#tests/support/wire/response-shape.ts';
import { ASK_CALLS, FRIEND_ASK, OWN_ASK } from './matrix.ts';

const { server, pool, endpoint, circle, choose, asks, open, texts } = await startAskServer({ undoSeconds: 30 });

/** Who calls about Ada's ask. The friend who is not asked is as connected as the one who is. */
const ROLES = ['asker', 'asked', 'not asked', 'stranger', 'visitor'] as const;

const OWNER_CALLS = ['PATCH', 'undo', 'hold', 'again', 'slip', 'still', 'close'];

const [asker, asked, notAsked] = await circle(3);
const [stranger] = await server.insertMembers(1);
const people = [asker, asked, notAsked, stranger!];
const ada = asker;
const who = { asker, asked, 'not asked': notAsked, stranger: stranger!, visitor: server.visitor };
await ada.set({ asksThese: [asked.uid] });

let id: string;
beforeEach(async () => {
  await pool.query('delete from asks');
  await pool.query('delete from causes');
  await pool.query('delete from mood_choices');
  endpoint.received.length = 0;
  await choose(ada, 'Dark');
  id = (await asks(ada)).mine!.id;
});

const isOwners = (route: string) => OWNER_CALLS.some((part) => route.startsWith(part) || route.endsWith(`/${part}`));
const call = (route: string, client: Client, ask = id) =>
  client.call(route.split(' ')[0]!, route.split(' ')[1]!.replace(':id', ask), ASK_CALLS[route]);

describe.each(Object.keys(ASK_CALLS))('%s', (route) => {
  test.each(ROLES.map((role) => [role]))('of an ask that friends can see, by the %s', async (role) => {
    await open();
    await texts(ada);
    const before = await server.allRows();
    const { status, body } = await call(route, who[role]);
    const isAllowed = role === (isOwners(route) ? 'asker' : 'asked');
    if (isAllowed) {
      // Undo and hold come too late by now, nothing was undone, and nothing was answered that could be handed over, followed or read.
      const expected = /undo|hold/.test(route) ? 409 : /slip|hand-over|reached|plan/.test(route) ? 404 : 200;
      expect(status).toBe(expected);
      return;
    }
    expect([status, body.error.code]).toEqual(role === 'visitor' ? [401, 'not_signed_in'] : [404, 'not_found']);
    expect(await server.allRows()).toBe(before);
  });

  test('of an ask that is held, by a friend: as of one that is not there', async () => {
    if (isOwners(route)) return void expect((await call(route, who.asker)).status).toBeLessThan(500);
    const held = await call(route, who.asked);
    const unknown = await call(route, who.asked, crypto.randomUUID());
    expect([held.status, held.body]).toEqual([unknown.status, unknown.body]);
    expect(held.status).toBe(404);
  });

  test('of an ask that was undone, by everybody: as of one that is not there, or too late', async () => {
    await call('POST /api/asks/:id/undo', ada);
    for (const role of ROLES) {
      const { status } = await call(route, who[role]);
      const ofAsker = /slip/.test(route) ? 200 : /undo/.test(route) ? 404 : 409;
      expect([role, status]).toEqual([
        role,
        role === 'visitor' ? 401 : role === 'asker' && isOwners(route) ? ofAsker : 404,
      ]);
    }
  });
});

test('GET /api/asks: the asker sees the answers, the asked friend a card, and nobody else anything', async () => {
  await open();
  await texts(ada);
  await (who.asked as Member).put(`/api/asks/${id}/answer`, { answer: 'yes' });
  const shapes = await Promise.all(ROLES.map(async (role) => responseShape((await who[role].get('/api/asks')).body)));
  expect(shapes).toEqual([
    `{friends: [], mine: ${OWN_ASK.replace('chosen,', 'chosen: [string],')}, undone}`,
    `{friends: [${FRIEND_ASK}], mine, undone}`,
    '{friends: [], mine, undone}',
    '{friends: [], mine, undone}',
    '{error: {code, message}}',
  ]);
});

test('the code in a text: whoever has it sees and answers as that friend, with any session or none', async () => {
  await open();
  await texts(ada);
  expect(endpoint.received).toHaveLength(1);
  const code = endpoint.received[0]!.body.message.split('#')[1];
  for (const role of ROLES) {
    const looked = await who[role].post('/api/asks/link', { code });
    expect([looked.status, responseShape(looked.body)]).toEqual([
      200,
      '{answer, calledAt, firstname, help, isClosed, isSomebodyThere, level}',
    ]);
    expect((await who[role].post('/api/asks/link/answer', { code, answer: 'later' })).status).toBe(200);
  }
  const { rows } = await pool.query('select friend from ask_recipients where ask = $1', [id]);
  expect(rows).toEqual([{ friend: people[1]!.uid }]);
});

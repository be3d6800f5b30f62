import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer, Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { status } from '#tests/support/servers/endpoint.ts';

const { server, pool, endpoint } = await startAskServer();
const { signUp, settled, newPhone } = server;

let ada: Member;
let sam: Member;
beforeEach(async () => {
  ada = await signUp({ phonenumber: newPhone() });
  sam = await signUp({ firstname: 'Sam', lastname: 'Hopper', phonenumber: newPhone() });
  await ada.connect(sam);
  await settled();
});

const connectionOf = (one: Member, other: Member) => `/api/users/${one.uid}/connections/${other.uid}`;
const wordsBetween = async (one: Member, other: Member) =>
  (await one.get(`/api/messages?with=${other.uid}`)).body.messages.map(({ content }: { content: string }) => content);
const finds = async (one: Member, other: Member, query: string) =>
  (await one.post('/api/users/search', { query })).body.some(({ uid }: Member) => uid === other.uid);
const counts = async (statement: string) => (await pool.query(statement)).rowCount;

describe('a friend who is removed', () => {
  test('sees what friends see when an account was deleted: the same frame, nobody in each call, and as much of the own link', async () => {
    const eve = await signUp({ firstname: 'Eve' });
    await eve.connect(sam);
    const sent = new Map(
      [ada, eve].map(({ uid }) => [uid, { id: crypto.randomUUID(), receiver: uid, content: 'Hello' }]),
    );
    for (const message of sent.values()) expect((await sam.post('/api/messages', message)).status).toBe(200);
    const received = new Map<string, string>();
    const photos = new Map<string, string>();
    for (const friend of [ada, eve]) {
      received.set(friend.uid, (await friend.say(sam)).body.id);
      photos.set(friend.uid, (await sendPhoto(friend, sam)).id);
    }
    const tab = await sam.listen();
    expect((await eve.leave()).status).toBe(200);
    const left = await tab.next('gone');
    expect((await ada.remove(sam, true)).body).toEqual({ ok: true });
    const removed = await tab.next('gone');
    expect(JSON.stringify(removed).replace(ada.uid, eve.uid)).toBe(JSON.stringify(left));
    expect(await tab.everything()).toEqual([]);
    const answered = async (ask: (uid: string) => Promise<Answer>, uid: string) => {
      const code = await sam.inviteCode();
      const { status, body } = await ask(uid);
      return JSON.stringify([status, body, (await sam.inviteCode()) === code]).replaceAll(uid, 'uid');
    };
    for (const ask of [
      (uid: string) => sam.get(`/api/users/${uid}/info`),
      (uid: string) => sam.get(`/api/users/${uid}/info/mood`),
      (uid: string) => sam.get(`/api/messages?with=${uid}`),
      (uid: string) => sam.post('/api/messages', { id: left.uid, receiver: uid, content: 'Hello' }),
      // A message that was sent before, again under its id.
      (uid: string) => sam.post('/api/messages', sent.get(uid)),
      // Under the ids of the other one’s message and photo.
      (uid: string) => sam.post('/api/messages', { id: received.get(uid), receiver: uid, content: 'Hello' }),
      (uid: string) => sam.put(`/api/photos/${photos.get(uid)}?message=${uid}&to=${uid}`, somePhoto()),
      (uid: string) => sam.post('/api/messages/read', { sender: uid }),
      (uid: string) => sam.get(`/api/users/${sam.uid}/connections/${uid}/controls`),
      (uid: string) => sam.patch(`/api/users/${sam.uid}/connections/${uid}/controls`, { mute: 'always' }),
      (uid: string) => sam.delete(`/api/users/${sam.uid}/connections/${uid}`),
      (uid: string) => sam.put(`/api/users/${sam.uid}/connections/${uid}`),
      (uid: string) => sam.put(`/api/users/${sam.uid}/blocks/${uid}`),
      (uid: string) => sam.delete(`/api/users/${sam.uid}/blocks/${uid}`),
      (uid: string) => sam.post(`/api/users/${sam.uid}/requests/${uid}/accept`),
      (uid: string) => sam.post('/api/reports', { uid, reason: 'x', withMessages: true }),
    ]) {
      expect(await answered(ask, ada.uid)).toBe(await answered(ask, eve.uid));
    }
    expect((await sam.circle()).body).toEqual([]);
    expect(await finds(sam, ada, 'Lovelace')).toBe(false);
    expect(await finds(ada, sam, 'Hopper')).toBe(false);
    expect((await ada.get(`/api/users/${ada.uid}/blocks`)).body).toMatchObject([{ uid: sam.uid, firstname: 'Sam' }]);
    expect((await sam.get(`/api/users/${sam.uid}/blocks`)).body).toEqual([]);
  });

  test('finds nothing of the conversation in the export, the other one all; both see it again when they reconnect', async () => {
    await sam.say(ada, 'Are you there?');
    await ada.remove(sam);
    for (const person of [ada, sam]) {
      const { body } = await person.get(`/api/users/${person.uid}/export`);
      // To the one who was removed it is as if the account had left.
      expect(body.messages.map(({ content }: { content: string }) => content).includes('Are you there?')).toBe(
        person === ada,
      );
      expect(body.pastConnections).toHaveLength(person === ada ? 1 : 0);
      expect(await wordsBetween(person, person === ada ? sam : ada)).toEqual([]);
    }
    expect(await finds(sam, ada, 'Lovelace')).toBe(true);
    expect((await sam.connect(ada)).status).toBe(200);
    expect(await wordsBetween(ada, sam)).toContain('Are you there?');
    const { body } = await ada.get(`/api/users/${ada.uid}/export`);
    expect([body.pastConnections, body.messages.length]).toEqual([[], 3]);
  });

  test('leaves nothing of the conversation when one of the two deletes their account later', async () => {
    await sam.say(ada, 'Are you there?');
    await ada.remove(sam, true);
    expect((await ada.leave()).status).toBe(200);
    await settled();
    expect(await counts(`select from messages where '${ada.uid}' in (sender, receiver)`)).toBe(0);
    expect(await counts(`select from departures where uid = '${ada.uid}'`)).toBe(0);
  });

  test('who reconnects finds what the other had hidden and muted as it was', async () => {
    await ada.control(sam, { hidesMood: true, mute: 'always' });
    await sam.remove(ada);
    await sam.connect(ada);
    await ada.choose('Dark');
    expect((await sam.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Green');
    expect((await ada.get(`${connectionOf(ada, sam)}/controls`)).body).toEqual({
      hidesMood: true,
      mutedUntil: 'always',
    });
  });

  test('gets no text that waits for another try, and nothing of answers and pushes stays', async () => {
    endpoint.answer = status(503);
    await ada.choose('Dark');
    await settled();
    expect(await counts(`select from texts where cause = 'mood' and author = '${ada.uid}'`)).toBe(1);
    const { id } = (await ada.get('/api/asks')).body.mine;
    await sam.put(`/api/asks/${id}/answer`, { answer: 'yes' });
    await ada.remove(sam, true);
    endpoint.answer = status(202);
    await pool.query(`update texts set next_attempt_at = now() where status = 'queued'`);
    await settled();
    const { rows } = await pool.query(`select status from texts where cause = 'mood' and author = $1`, [ada.uid]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
    expect(await counts(`select from ask_recipients where ask = '${id}'`)).toBe(0);
    expect((await ada.get('/api/asks')).body.mine.answers).toEqual([]);
  });
});

describe('at the same moment', () => {
  test('messages of the removed friend never bring the connection back', async () => {
    for (let n = 0; n < 6; n++) {
      const written = Array.from({ length: 12 }, () => sam.say(ada));
      const removed = ada.remove(sam);
      await Promise.all([...written, removed, ...Array.from({ length: 12 }, () => ada.say(sam))]);
      expect((await removed).status).toBe(200);
      expect(await counts(`select from connections where '${ada.uid}' in (owner, other)`)).toBe(0);
      await sam.connect(ada);
    }
  });

  test('a block and connecting, from both sides, never leave a connection beside a block', async () => {
    for (let n = 0; n < 8; n++) {
      await ada.remove(sam);
      const all = await Promise.all([sam.connect(ada), ada.block(sam), ada.connect(sam)]);
      expect(all.map(({ status }) => status).filter((status) => ![200, 404].includes(status))).toEqual([]);
      expect(await counts(`select from connections where '${ada.uid}' in (owner, other)`)).toBe(0);
      expect((await sam.connect(ada)).status).toBe(404);
      await ada.delete(`/api/users/${ada.uid}/blocks/${sam.uid}`);
      expect((await sam.connect(ada)).status).toBe(200);
    }
  });

  test('a removal and a text about a hard time: it has left before, or never leaves', async () => {
    for (let n = 0; n < 6; n++) {
      await settled();
      const before = endpoint.received.length;
      const chosen = ada.choose('Dark');
      await Promise.all([chosen, ada.remove(sam)]);
      const atRemoval = endpoint.received.length;
      await settled();
      // One may have been on its way: the last look had passed.
      expect(endpoint.received.length - before).toBeLessThanOrEqual(1);
      expect(endpoint.received.length - atRemoval).toBeLessThanOrEqual(1);
      await ada.choose('Green');
      await sam.connect(ada);
    }
  });
});

test('a block keeps both from asking each other by an invitation, with the answer for a link that has ended', async () => {
  await ada.remove(sam, true);
  const code = await ada.inviteCode();
  const unknown = 'AAAAAAAAAAAAAAAAAAAAAA';
  for (const path of ['/api/invites/look', '/api/invites/accept']) {
    const [blocked, missing] = [await sam.post(path, { code }), await sam.post(path, { code: unknown })];
    expect([blocked.status, blocked.body]).toEqual([missing.status, missing.body]);
    expect(blocked.status).toBe(404);
  }
  expect((await ada.post('/api/invites/accept', { code: await sam.inviteCode() })).status).toBe(404);
});

test('a person who removes themselves blocks nobody, and keeps their link', async () => {
  const link = async () => (await ada.get(`/api/users/${ada.uid}/invite`)).body.link;
  const before = await link();
  expect((await ada.remove(ada, true)).status).toBe(404);
  expect(await counts('select from blocks where owner = other')).toBe(0);
  expect(await link()).toBe(before);
});

test('a person cannot block themselves, or somebody who is not there', async () => {
  expect((await ada.block(ada)).status).toBe(400);
  expect((await ada.put(`/api/users/${ada.uid}/blocks/${crypto.randomUUID()}`)).status).toBe(404);
});

describe('who blocks first', () => {
  const unblocks = (one: Member, other: Member) => one.delete(`/api/users/${one.uid}/blocks/${other.uid}`);
  const connects = async (one: Member, other: Member) => (await one.put(connectionOf(one, other))).status;

  test.each(['blocks him', 'removes and blocks him from a sheet that was open'])(
    'is kept out all the same by a person who %s; the answer tells nothing',
    async (how) => {
      await sam.block(ada);
      const answer = how === 'blocks him' ? await ada.block(sam) : await ada.remove(sam, true);
      expect(answer.status).toBe(404);
      expect((await ada.get(`/api/users/${ada.uid}/blocks`)).body).toEqual([]);
      expect((await ada.get(`/api/users/${ada.uid}/export`)).body.blocks).toEqual([]);
      await unblocks(sam, ada);
      expect(await connects(sam, ada)).toBe(404);
      expect((await sam.get(`/api/users/${ada.uid}/info`)).status).toBe(404);
      expect((await ada.get(`/api/users/${ada.uid}/blocks`)).body).toMatchObject([{ uid: sam.uid }]);
    },
  );

  test('does not ask anew by that when the other one has said ‘Not now’', async () => {
    const eve = await signUp();
    await ada.set({ asksFirst: true });
    await connects(eve, ada);
    await ada.delete(`/api/users/${ada.uid}/requests/${eve.uid}`);
    await eve.block(ada);
    await unblocks(eve, ada);
    await connects(eve, ada);
    expect((await ada.get(`/api/users/${ada.uid}/requests`)).body).toEqual([]);
  });
});

test('an own ask of chosen friends names none of them who has ended the connection', async () => {
  await ada.connect(await signUp());
  await sam.choose('Dark');
  await settled();
  const { id } = (await sam.get('/api/asks')).body.mine;
  await pool.query('update asks set chosen = array[$2::uuid] where id = $1', [id, ada.uid]);
  expect((await sam.get('/api/asks')).body.mine.chosen).toEqual([ada.uid]);
  await ada.remove(sam, true);
  expect((await sam.get('/api/asks')).body.mine.chosen).toEqual([]);
});

test.each(['blocked', 'blocking'])('a block while the %s one leaves holds up no choice of the other', async (whose) => {
  const [first, last] = ada.uid < sam.uid ? [ada, sam] : [sam, ada];
  const letGoOn = await holdTransaction(pool, 'select from users where id = $1 for update', [last.uid]);
  const blocking = whose === 'blocked' ? first.block(last) : last.block(first);
  await vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(1), { interval: 10 });
  expect((await first.choose('Yellow')).status).toBe(200);
  await letGoOn();
  expect((await blocking).status).toBe(200);
});

test('a choice of mood while a block is stored: the blocked friend is not asked', async () => {
  // The block stops at its last step, when it has ended the asks between the two.
  const letGoOn = await holdTransaction(pool, 'lock table connection_requests in share mode');
  const blocking = ada.remove(sam, true);
  await vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(1), { interval: 10 });
  const choosing = ada.choose('Dark');
  await Promise.race([choosing.then(settled), vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(2))]);
  await letGoOn();
  expect((await blocking).status).toBe(200);
  await choosing;
  await settled();
  expect((await sam.get('/api/asks')).body.friends).toEqual([]);
});

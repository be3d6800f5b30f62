import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { signUp, database, texts } = await startTestServer();

/** Ada asks first. */
let ada: Member;
let sam: Member;
beforeEach(async () => {
  ada = await signUp({ phonenumber: '+14155550100' });
  sam = await signUp({ firstname: 'Sam', lastname: 'Hopper' });
  await ada.set({ asksFirst: true });
});

const requestsOf = async (person: Member) => (await person.get(`/api/users/${person.uid}/requests`)).body;
const accept = (person: Member, asker: Member) => person.post(`/api/users/${person.uid}/requests/${asker.uid}/accept`);
const decline = (person: Member, asker: Member) => person.delete(`/api/users/${person.uid}/requests/${asker.uid}`);
const rowOf = async (searcher: Member, other: Member) =>
  (await searcher.post('/api/users/search', { query: other.lastname })).body.find(
    ({ uid }: Member) => uid === other.uid,
  );
const rows = async (table: string) => (await database.pool.query(`select from ${table}`)).rowCount;

describe('connecting with a person who asks first', () => {
  test('makes a request, and nothing else: no connection, message, text or event but for their own tabs', async () => {
    const before = [await rows('connections'), await rows('messages'), (await texts()).length];
    const [hers, his] = [await ada.listen(), await sam.listen()];
    const { status, body } = await sam.connect(ada);
    expect([status, body]).toEqual([202, { asked: true }]);
    expect([await rows('connections'), await rows('messages'), (await texts()).length]).toEqual(before);
    expect(await requestsOf(ada)).toEqual([
      { uid: sam.uid, firstname: 'Sam', lastname: 'Hopper', initials: 'SH', askedAt: expect.any(Number) },
    ]);
    expect(await hers.everything()).toEqual([{ type: 'requests' }]);
    expect(await his.everything()).toEqual([]);
    expect(await rowOf(sam, ada)).toMatchObject({ connected: false, asked: true });
    expect((await sam.get(`/api/users/${ada.uid}/info`)).status).toBe(404);
  });

  test('accepting does all that connecting does, with the asker’s greeting; twice at once is once', async () => {
    await sam.connect(ada);
    const [hers, his] = [await ada.listen(), await sam.listen()];
    const all = await Promise.all(Array.from({ length: 8 }, () => accept(ada, sam)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(all[0]!.body).toMatchObject({ uid: sam.uid, unread: 1 });
    expect((await his.next('message')).message).toMatchObject({ sender: sam.uid, receiver: ada.uid });
    expect((await his.next('connection')).entry.uid).toBe(ada.uid);
    expect((await hers.next('connection')).entry.uid).toBe(sam.uid);
    expect((await his.everything()).filter(({ type }) => type !== 'own-ask')).toEqual([]);
    expect((await texts()).filter(({ author, cause }) => author === sam.uid && cause === 'connection')).toHaveLength(1);
    expect(await requestsOf(ada)).toEqual([]);
    expect(await rowOf(sam, ada)).toMatchObject({ connected: true, asked: false });
  });

  test('after ‘Not now’ each answer and frame to the asker is the same as before it', async () => {
    await sam.connect(ada);
    const seen = async () =>
      JSON.stringify([
        await sam.connect(ada).then(({ status, body }) => [status, body]),
        await rowOf(sam, ada),
        (await sam.get(`/api/users/${sam.uid}/export`)).body.requests,
        await requestsOf(sam),
        (await sam.get(`/api/users/${ada.uid}/info`)).body,
      ]);
    const before = await seen();
    const his = await sam.listen();
    expect((await decline(ada, sam)).status).toBe(200);
    expect(await seen()).toBe(before);
    expect(await his.everything()).toEqual([]);
    expect(await requestsOf(ada)).toEqual([]);
    expect((await accept(ada, sam)).status).toBe(404);
    await ada.set({ asksFirst: false });
    expect(await seen()).toBe(before);
    await sam.block(ada);
    await sam.delete(`/api/users/${sam.uid}/blocks/${ada.uid}`);
    expect(await seen()).toBe(before);
  });

  test('after the asker’s own block and its end a request that waited looks like a declined one, and is in no list of the other', async () => {
    await sam.connect(ada);
    const { requests } = (await sam.get(`/api/users/${sam.uid}/export`)).body;
    await sam.block(ada);
    await sam.delete(`/api/users/${sam.uid}/blocks/${ada.uid}`);
    expect(await requestsOf(ada)).toEqual([]);
    expect((await ada.get(`/api/users/${ada.uid}/export`)).body.requestsReceived).toEqual([]);
    expect((await accept(ada, sam)).status).toBe(404);
    expect((await sam.get(`/api/users/${sam.uid}/export`)).body.requests).toEqual(requests);
    expect((await sam.connect(ada)).status).toBe(202);
    expect((await rowOf(sam, ada))?.asked).toBe(true);
  });

  test('after a block by the other one requests of both, which were declined, look as after they have left', async () => {
    const seenAfter = async (goes: (person: Member, asker: Member) => Promise<{ status: number }>) => {
      const [person, asker] = [await signUp(), await signUp({ firstname: 'Sam' })];
      for (const [one, other] of [
        [person, asker],
        [asker, person],
      ] as const) {
        await other.set({ asksFirst: true });
        expect((await one.connect(other)).status).toBe(202);
        await decline(other, one);
      }
      expect((await goes(person, asker)).status).toBe(200);
      const { requests, requestsReceived } = (await asker.get(`/api/users/${asker.uid}/export`)).body;
      const { status, body } = await asker.connect(person);
      return [requests, requestsReceived, status, body, (await asker.block(person)).status];
    };
    const left = await seenAfter((person) => person.leave());
    expect(left).toMatchObject([[], [], 404, {}, 404]);
    expect(await seenAfter((person, asker) => person.block(asker))).toEqual(left);
  });

  test('a person who asked is connected at once by the other, and so is one with an invitation', async () => {
    await sam.set({ asksFirst: true });
    await sam.connect(ada);
    expect((await ada.connect(sam)).status).toBe(200);
    const eve = await signUp({ firstname: 'Eve' });
    expect((await eve.post('/api/invites/accept', { code: await ada.inviteCode() })).status).toBe(200);
    expect(await rows(`connection_requests where '${ada.uid}' in (asker, asked)`)).toBe(0);
  });

  test('a declined request lets nobody in: the person who asked is asked, too', async () => {
    await sam.patch(`/api/users/${sam.uid}/settings`, { asksFirst: true });
    await ada.connect(sam);
    await decline(sam, ada);
    expect((await sam.connect(ada)).status).toBe(202);
    expect(await requestsOf(ada)).toMatchObject([{ uid: sam.uid }]);
    expect((await accept(ada, sam)).status).toBe(200);
  });

  test('accepting and a block at the same moment never leave a connection beside a block', async () => {
    for (let n = 0; n < 8; n++) {
      await sam.connect(ada);
      await Promise.all([accept(ada, sam), sam.block(ada)]);
      expect((await sam.circle()).body).toEqual([]);
      expect(await requestsOf(ada)).toEqual([]);
      expect((await accept(ada, sam)).status).toBe(404);
      await sam.delete(`/api/users/${sam.uid}/blocks/${ada.uid}`);
      await database.pool.query('delete from connection_requests');
    }
  });
});

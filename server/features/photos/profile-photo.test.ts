import { beforeEach, expect, test } from 'vitest';
import type { ConnectionEntry } from '#contract/views.ts';
import type { Client, Member } from '#fixtures/client.ts';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { segment, somePhoto } from '#tests/support/people/some-photo.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { OLD_PHOTOS } from './old-photos.ts';

const { origin, database, settled, signUp, visitor, findPersonalData } = await startTestServer();

let ada: Member;
let grace: Member;
beforeEach(async () => {
  [ada, grace] = [await signUp(), await signUp()];
  await ada.connect(grace);
});

const path = ({ uid }: Member) => `/api/users/${uid}/photo`;
const read = (who: Client, id: string) => fetch(`${origin}/api/photos/${id}`, { headers: { cookie: who.cookie } });
const statuses = (id: string, ...people: Client[]) =>
  Promise.all(people.map(async (who) => (await read(who, id)).status));
const stored = async () =>
  (await database.pool.query('select id from photos where owner = $1', [ada.uid])).rows.map(({ id }) => id);

async function show(who: Member, picture = somePhoto({ width: 256, height: 256 })): Promise<string> {
  const { status, body } = await who.put(path(who), picture);
  expect(status).toBe(200);
  return body.photo;
}

/** What the friend's circle says. */
async function shownTo(friend: Member, who: Member): Promise<string | undefined> {
  const entries: ConnectionEntry[] = (await friend.circle()).body;
  return entries.find(({ uid }) => uid === who.uid)?.photo;
}

test('friends get it without its metadata, nobody else does; it stays in their own browsers', async () => {
  const [eve, mei] = [await signUp(), await signUp()];
  await mei.connect(grace);
  const id = await show(ada, somePhoto({ width: 9, height: 9, extra: [segment(0xe1, 'Exif\0\0GPS 51.5007 N')] }));
  expect([await shownTo(grace, ada), await shownTo(ada, grace)]).toEqual([id, undefined]);
  expect((await ada.get('/api/identity/get-session')).body.user.photo).toBe(id);
  expect(await statuses(id, ada, grace, eve, mei, visitor)).toEqual([200, 200, 404, 404, 401]);
  const answer = await read(grace, id);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(somePhoto({ width: 9, height: 9 })));
  const [hidden, missing] = [await read(eve, id), await read(eve, crypto.randomUUID())];
  expect(await hidden.text()).toBe(await missing.text());
  await eve.set({ asksFirst: true });
  await ada.connect(eve);
  const seen = [
    await eve.post('/api/users/search', { query: ada.firstname }),
    await eve.get(`/api/users/${eve.uid}/requests`),
  ];
  for (const { body } of seen) {
    expect(JSON.stringify(body)).toContain(ada.uid);
    expect(JSON.stringify(body)).not.toContain(id);
  }
  expect(await statuses(id, eve)).toEqual([404]);
});

test.each([false, true])('a removed friend gets it no more (block=%s), and again when reconnected', async (block) => {
  const id = await show(ada);
  await ada.remove(grace, block);
  expect(await statuses(id, ada, grace)).toEqual([200, 404]);
  await ada.delete(`/api/users/${ada.uid}/blocks/${grace.uid}`);
  expect((await ada.connect(grace)).body).not.toHaveProperty('photo');
  expect([await shownTo(grace, ada), await statuses(id, grace)]).toEqual([id, [200]]);
});

test('a new one has another address, and former ones are gone, as after a removal; of several at once one stays', async () => {
  const [former, ...ids] = [await show(ada), ...(await Promise.all(Array.from({ length: 8 }, () => show(ada))))];
  const id = (await shownTo(grace, ada))!;
  expect(ids).toContain(id);
  expect([await stored(), await statuses(former!, ada)]).toEqual([[id], [404]]);
  for (let n = 0; n < 2; n++) expect((await ada.delete(path(ada))).status).toBe(200);
  expect([await shownTo(grace, ada), await stored(), await statuses(id, grace)]).toEqual([undefined, [], [404]]);
});

test.each([
  ['no square', somePhoto({ width: 256, height: 255 }), 400, 'A profile photo is a square of at most 256 pixels.'],
  ['too wide', somePhoto({ width: 257, height: 257 }), 400, 'A profile photo is a square of at most 256 pixels.'],
  ['no picture', Buffer.from('GIF89a'), 400, 'A photo is a JPEG or a WebP picture.'],
  ['too large', somePhoto({ bytes: 60_000 }), 413, 'A profile photo has at most 60 KB.'],
  ['JSON', {}, 400, 'A photo is a JPEG or a WebP picture.'],
])('%s is refused, and the former one stays', async (_, picture, status, message) => {
  const id = await show(ada);
  const answer = await ada.put(path(ada), picture);
  expect([answer.status, answer.body.error.message]).toEqual([status, message]);
  expect(await stored()).toEqual([id]);
});

test('it is in the person’s export, and in nobody else’s', async () => {
  const id = await show(ada);
  const photosIn = async (who: Member) => (await who.get(`/api/users/${who.uid}/export`)).body.photos;
  const own = await photosIn(ada);
  const friends = await photosIn(grace);
  const data = Buffer.from(somePhoto({ width: 256, height: 256 })).toString('base64');
  expect(own).toMatchObject([{ id, message: null, owner: ada.uid, width: 256, data }]);
  expect(friends).toEqual([]);
});

test('it stays for as long as the person does, and goes with the account', async () => {
  const [former, id] = [await show(ada), await show(ada)];
  await database.pool.query(`update photos set created_at = now() - interval '1 year'`);
  await removeFromPages(database.pool, OLD_PHOTOS, 0, 1_000);
  expect(await stored()).toEqual([id]);
  expect((await ada.leave()).status).toBe(200);
  expect(await statuses(id, grace)).toEqual([404]);
  await settled();
  expect([await stored(), await findPersonalData(ada.uid)]).toEqual([[], []]);
  // As while it is there: otherwise a friend who was removed could find out whether the account has gone, or shows another photo.
  const { uid } = await signUp();
  await grace.put(`/api/users/${grace.uid}/connections/${uid}`);
  for (const taken of [former, id])
    expect((await grace.put(`/api/photos/${taken}?message=${id}&to=${uid}`, somePhoto())).status).toBe(409);
});

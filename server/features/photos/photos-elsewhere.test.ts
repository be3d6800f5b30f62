import { beforeEach, expect, test, vi } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { findPersonalData } from '#tests/support/database/find-personal-data.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { sweepPhotos } from './sweep-photos.ts';

const { database, log, moodring, signUp, settled } = await startTestServer();

let ada: Member;
let grace: Member;
beforeEach(async () => {
  [ada, grace] = [await signUp(), await signUp()];
  await ada.connect(grace);
});

const upload = (who: Member, to: Member, id: string) =>
  who.put(`/api/photos/${id}?message=${crypto.randomUUID()}&to=${to.uid}`, somePhoto());

test('an export has the photos of both, with their bytes', async () => {
  const large = somePhoto({ bytes: 700_000 });
  const sent = await sendPhoto(ada, grace, { photo: large, blur: 'aGFzaA' });
  const received = await sendPhoto(grace, ada);
  const mei = await signUp();
  await mei.connect(grace);
  await sendPhoto(grace, mei);
  await upload(ada, grace, crypto.randomUUID());
  const { body } = await ada.get(`/api/users/${ada.uid}/export`);
  expect(body.complete).toBe(true);
  expect(body.photos).toHaveLength(2);
  expect(body.photos[0]).toMatchObject({ id: sent.id, message: sent.message.id, owner: ada.uid, blur: 'aGFzaA' });
  expect(Buffer.from(body.photos[0].data, 'base64').equals(Buffer.from(large))).toBe(true);
  expect(body.photos[1]).toMatchObject({ id: received.id, owner: grace.uid, width: 8, height: 8, type: 'image/jpeg' });
  expect(Buffer.from(body.photos[1].data, 'base64')).toEqual(Buffer.from(somePhoto()));
});

test('leaving removes all photos that a person sent, received or uploaded, and no others', async () => {
  const mei = await signUp();
  await mei.connect(grace);
  const kept = await sendPhoto(grace, mei);
  const gone = [];
  for (let n = 0; n < 5; n++) gone.push(await sendPhoto(ada, grace), await sendPhoto(grace, ada));
  const unsent = crypto.randomUUID();
  await upload(ada, grace, unsent);
  expect((await ada.post(`/api/users/${ada.uid}/leave`, { password: PASSWORD })).status).toBe(200);
  await settled();
  expect(await findPersonalData(database.pool, ada.uid)).toEqual([]);
  const { rows } = await database.pool.query('select id from photos where id = any($1)', [
    [kept.id, unsent, ...gone.map(({ id }) => id)],
  ]);
  expect(rows).toEqual([{ id: kept.id }]);
});

test('uploads that no message shows go after a day, others stay', async () => {
  const sent = await sendPhoto(ada, grace);
  const [left, young] = [crypto.randomUUID(), crypto.randomUUID()];
  await upload(ada, grace, left);
  const leftOut = await sendPhoto(ada, grace);
  await database.pool.query('update messages set photos = null where id = $1', [leftOut.message.id]);
  await database.pool.query(`update photos set created_at = now() - interval '26 hours'`);
  await upload(ada, grace, young);
  const stop = sweepPhotos(moodring.context.pool, log.log, { longestPauseMs: 1 });
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select id from photos where owner = $1', [ada.uid]);
    expect(rows.map(({ id }) => id).sort()).toEqual([sent.id, young].sort());
  });
  await stop();
});

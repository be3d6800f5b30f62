import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startJobs } from '#server/background/jobs.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { openS3Server } from '#tests/support/servers/s3-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { PhotoObjects } from './photo-objects.ts';
import { tidyJobs } from './tidy-objects.ts';

const s3 = await openS3Server();
const { origin, database, log, moodring, signUp, settled, findPersonalData } = await startTestServer({ s3Url: s3.url });
afterAll(() => s3.close());

let ada: Member;
let grace: Member;
beforeEach(async () => {
  s3.fails = undefined;
  [ada, grace] = [await signUp(), await signUp()];
  await ada.connect(grace);
});

const upload = (id = crypto.randomUUID(), message = crypto.randomUUID()) =>
  ada.put(`/api/photos/${id}?message=${message}&to=${grace.uid}`, somePhoto());
const read = (who: Member, id: string) => fetch(`${origin}/api/photos/${id}`, { headers: { cookie: who.cookie } });

async function objectOf(id: string): Promise<string> {
  const { rows } = await database.pool.query('select object, bytes from photos where id = $1', [id]);
  expect(rows[0].bytes).toBeNull();
  return rows[0].object;
}

/** Runs what the server runs every minute, until `isDone` passes. */
async function tidy(isDone: () => Promise<void> | void): Promise<void> {
  const jobs = tidyJobs(moodring.context.bulkPool, new PhotoObjects(s3.url, log.log));
  const { stop } = startJobs(
    jobs.map((job) => ({ ...job, everyMs: 5 })),
    log.log,
  );
  await vi.waitFor(isDone);
  await stop();
}

test('the bytes are in the bucket, the two people and their exports get them, and every call is signed', async () => {
  const photo = somePhoto({ bytes: 700_000 });
  const { id } = await sendPhoto(ada, grace, { photo });
  expect(s3.objects.get(await objectOf(id))?.equals(Buffer.from(photo))).toBe(true);
  const answer = await read(grace, id);
  expect(answer.headers.get('content-length')).toBe(String(photo.length));
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(photo))).toBe(true);
  const { body: exported } = await ada.get(`/api/users/${ada.uid}/export`);
  expect(exported).toMatchObject({ complete: true, photos: [{ id, data: Buffer.from(photo).toString('base64') }] });
  expect(exported.photos[0]).not.toHaveProperty('object');
  const eve = await signUp();
  expect((await read(eve, id)).status).toBe(404);
  expect(s3.refused).toEqual([]);
});

test('a wrong secret is refused by the bucket, and says unavailable', async () => {
  const wrong = new PhotoObjects(s3.url.replace('test%2Fsecret', 'other'), log.log);
  await expect(wrong.get('any')).rejects.toMatchObject({ code: 'unavailable' });
  expect(s3.refused).toEqual(['GET /bucket/photos/any']);
  s3.refused = [];
});

test('while the bucket fails photos are refused and messages go on; afterwards the same upload works', async () => {
  const { id } = await sendPhoto(ada, grace);
  s3.fails = 500;
  const [photo, message] = [crypto.randomUUID(), crypto.randomUUID()];
  expect((await upload(photo, message)).status).toBe(503);
  expect((await read(grace, id)).status).toBe(503);
  expect((await ada.say(grace)).status).toBe(200);
  s3.fails = undefined;
  expect((await upload(photo, message)).status).toBe(200);
  expect((await read(grace, id)).status).toBe(200);
});

test('a redirect is not followed', async () => {
  s3.fails = 302;
  const objects = new PhotoObjects(s3.url, log.log);
  await expect(objects.get('any')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a bucket that does not answer is given up in time', async () => {
  s3.fails = 0;
  const objects = new PhotoObjects(s3.url, log.log, 50);
  await expect(objects.get('any')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(objects.put('any', 'image/jpeg', new Uint8Array(10))).rejects.toMatchObject({ code: 'unavailable' });
});

test('uploading twice keeps one object: the other is on the list of those that go', async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  await upload(...ids);
  const kept = await objectOf(ids[0]);
  await upload(...ids);
  const { rows } = await database.pool.query('select object, due_at > now() as later from unused_objects');
  const unused = rows.map(({ object }) => object);
  expect(unused).not.toContain(kept);
  expect(rows.at(-1).later).toBe(true);
  await database.pool.query('update unused_objects set due_at = now()');
  await tidy(() => expect(unused.filter((object) => s3.objects.has(object))).toEqual([]));
  expect(s3.objects.has(kept)).toBe(true);
});

test('objects go with their photos, also when the bucket fails for a while', async () => {
  const { id } = await sendPhoto(ada, grace);
  const object = await objectOf(id);
  expect((await ada.leave()).status).toBe(200);
  await settled();
  expect(await findPersonalData(ada.uid)).toEqual([]);
  s3.fails = 503;
  await tidy(() => expect(log.lines.some(({ job }) => job === 'remove unused photos from S3')).toBe(true));
  expect(s3.objects.has(object)).toBe(true);
  s3.fails = undefined;
  // The failed try has claimed it for five minutes.
  await database.pool.query('update unused_objects set due_at = now()');
  await tidy(() => expect(s3.objects.has(object)).toBe(false));
});

test('a profile photo is in the bucket too, and its object goes when another one takes its place', async () => {
  const show = async () => (await ada.put(`/api/users/${ada.uid}/photo`, somePhoto())).body.photo;
  const former = await objectOf(await show());
  const id = await show();
  await tidy(() => expect(s3.objects.has(former)).toBe(false));
  expect(s3.objects.has(await objectOf(id))).toBe(true);
  expect((await read(grace, id)).status).toBe(200);
});

test('photos that were stored before move into the bucket', async () => {
  const { id } = await sendPhoto(ada, grace);
  const bytes = Buffer.from(somePhoto());
  await database.pool.query('update photos set object = null, bytes = $2 where id = $1', [id, bytes]);
  expect(Buffer.from(await (await read(grace, id)).arrayBuffer())).toEqual(bytes);
  await tidy(async () => expect(s3.objects.get(await objectOf(id))).toEqual(bytes));
  expect(Buffer.from(await (await read(grace, id)).arrayBuffer())).toEqual(bytes);
});

import { describe, expect, onTestFinished, test } from 'vitest';
import type { MessagePage } from '#contract/views.ts';
import type { Client, Member } from '#fixtures/client.ts';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { segment, somePhoto } from '#tests/support/people/some-photo.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { RawConnection } from '#tests/support/wire/raw-connection.ts';
import { OLD_PHOTOS } from './old-photos.ts';

const { origin, database, settled, signUp, visitor, findPersonalData, sql } = await startTestServer();

const [ada, grace, eve] = [await signUp(), await signUp(), await signUp()];
await ada.connect(grace);
await eve.connect(ada);

const read = (who: Client, id: string) => fetch(`${origin}/api/photos/${id}`, { headers: { cookie: who.cookie } });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

function upload(
  who: Member,
  { id = crypto.randomUUID(), message = crypto.randomUUID(), to = grace.uid, photo = somePhoto() } = {},
) {
  return who.put(`/api/photos/${id}?message=${message}&to=${to}`, photo);
}

describe('a photo in a message', () => {
  test('is in both people’s conversation and live, with its sides and its blur', async () => {
    const tab = await grace.listen();
    const photo = somePhoto({ width: 300, height: 200 });
    const { id, message } = await sendPhoto(ada, grace, { content: 'The sea', blur: 'aGFzaA', photo });
    const photos = [{ id, width: 300, height: 200, blur: 'aGFzaA' }];
    expect(message).toMatchObject({ content: 'The sea', photos });
    expect((await tab.next('message')).message).toEqual(message);
    for (const [who, other] of [
      [ada, grace],
      [grace, ada],
    ] as const) {
      const { body } = await who.get(`/api/messages?with=${other.uid}`);
      expect((body as MessagePage).messages.at(-1)).toEqual(message);
    }
  });

  test('needs no words; a message without photos does, and its view does not speak of photos', async () => {
    const { message } = await sendPhoto(ada, grace);
    expect(message.content).toBe('');
    const blank = { id: crypto.randomUUID(), receiver: grace.uid, content: ' ' };
    expect((await ada.post('/api/messages', blank)).status).toBe(400);
    expect((await ada.post('/api/messages', { ...blank, photos: [] })).status).toBe(400);
    const { body } = await ada.post('/api/messages', { ...blank, content: 'Hello' });
    expect(body).not.toHaveProperty('photos');
  });

  test('can be sent over the live connection, ten to a message, in the sender’s order', async () => {
    const message = crypto.randomUUID();
    const ids = Array.from({ length: 10 }, () => crypto.randomUUID());
    for (const id of ids) expect((await upload(ada, { id, message })).status).toBe(200);
    const [adas, graces] = [await ada.listen(), await grace.listen()];
    const photos = ids.toReversed();
    adas.send({ type: 'send', id: message, receiver: grace.uid, content: '', photos });
    await adas.next('sent');
    expect((await graces.next('message')).message.photos?.map(({ id }) => id)).toEqual(photos);
    const eleven = { id: crypto.randomUUID(), receiver: grace.uid, content: '', photos: [...ids, crypto.randomUUID()] };
    expect((await ada.post('/api/messages', eleven)).status).toBe(400);
  });

  test('is stored once, however often it is uploaded and sent', async () => {
    const ids = { id: crypto.randomUUID(), message: crypto.randomUUID() };
    const answers = [await upload(ada, ids), await upload(ada, ids)];
    expect(answers[1]).toMatchObject({ status: 200, body: answers[0]!.body });
    const send = () =>
      ada.post('/api/messages', { id: ids.message, receiver: grace.uid, content: '', photos: [ids.id] });
    expect((await send()).body).toEqual((await send()).body);
    const rows = await sql`select from photos where message = ${ids.message}`;
    expect(rows).toHaveLength(1);
  });

  test('that is not here refuses the message, which can be sent again when it is', async () => {
    const ids = { id: crypto.randomUUID(), message: crypto.randomUUID() };
    const message = { id: ids.message, receiver: grace.uid, content: 'Look', photos: [ids.id] };
    const refusal = await ada.post('/api/messages', message);
    expect([refusal.status, refusal.body.error.code]).toEqual([409, 'photo_missing']);
    await upload(ada, ids);
    expect((await ada.post('/api/messages', message)).status).toBe(200);
  });

  test('cannot be another person’s, another message’s, or a day old', async () => {
    const send = async (id: string, photo: string) =>
      (await ada.post('/api/messages', { id, receiver: grace.uid, content: '', photos: [photo] })).body.error?.code;
    const theirs = { id: crypto.randomUUID(), message: crypto.randomUUID() };
    await upload(eve, { ...theirs, to: ada.uid });
    expect(await send(theirs.message, theirs.id)).toBe('photo_missing');
    const { id } = await sendPhoto(ada, grace);
    expect(await send(crypto.randomUUID(), id)).toBe('photo_missing');
    const old = { id: crypto.randomUUID(), message: crypto.randomUUID() };
    await upload(ada, old);
    await sql`update photos set created_at = now() - interval '24 hours' where id = ${old.id}`;
    expect(await send(old.message, old.id)).toBe('photo_missing');
  });

  test('does not fail messages that are stored with it', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `With photos ${n}`);
    const answers = await Promise.all(
      texts.map((content, n) =>
        n % 5 === 0
          ? ada.post('/api/messages', { id: crypto.randomUUID(), receiver: grace.uid, content, photos: [ada.uid] })
          : ada.say(grace, content),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(texts.map((_, n) => (n % 5 === 0 ? 409 : 200)));
  });
});

describe('a photo’s bytes', () => {
  test('are for the two people of its message alone, and whole when they are read in parts', async () => {
    const photo = somePhoto({ bytes: 1_500_000 });
    const { id } = await sendPhoto(ada, grace, { photo });
    for (const who of [ada, grace]) expect((await bytesOf(await read(who, id))).equals(Buffer.from(photo))).toBe(true);
    expect((await read(visitor, id)).status).toBe(401);
    const [hidden, missing] = [await read(eve, id), await read(eve, crypto.randomUUID())];
    expect([hidden.status, await hidden.text()]).toEqual([404, await missing.text()]);
    expect(hidden.headers.get('cache-control')).toBe('no-store');
  });

  test('are nobody’s before the message, and when the two are no longer connected', async () => {
    const mei = await signUp();
    await mei.connect(ada);
    const ids = { id: crypto.randomUUID(), message: crypto.randomUUID() };
    await upload(ada, { ...ids, to: mei.uid });
    for (const who of [ada, mei]) expect((await read(who, ids.id)).status).toBe(404);
    await ada.post('/api/messages', { id: ids.message, receiver: mei.uid, content: '', photos: [ids.id] });
    expect((await read(mei, ids.id)).status).toBe(200);
    await ada.remove(mei);
    for (const who of [ada, mei]) expect((await read(who, ids.id)).status).toBe(404);
  });

  test('stay in the person’s own browser for a day, and are nothing but a picture', async () => {
    const { id } = await sendPhoto(ada, grace);
    const { headers } = await read(grace, id);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(somePhoto().length),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'cookie',
    });
    const head = await fetch(`${origin}/api/photos/${id}`, { method: 'HEAD', headers: { cookie: grace.cookie } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('have no metadata, whatever the client sent', async () => {
    const photo = somePhoto({ extra: [segment(0xe1, 'Exif\0\0GPS 51.5007 N')] });
    const { id } = await sendPhoto(ada, grace, { photo });
    expect(await bytesOf(await read(grace, id))).toEqual(Buffer.from(somePhoto()));
  });
});

describe('an upload', () => {
  test.each([
    ['a message', `/api/photos/${crypto.randomUUID()}?message=${crypto.randomUUID()}&to=${grace.uid}`],
    ['a profile', `/api/users/${ada.uid}/photo`],
  ])('for %s, of a stranger who does not say its size, is refused before it comes', async (_what, path) => {
    const wire = await RawConnection.open(origin);
    onTestFinished(() => void wire.socket.destroy());
    const { host } = new URL(origin);
    const head = [`PUT ${path} HTTP/1.1`, `host: ${host}`, `origin: ${origin}`, 'content-type: image/jpeg'];
    await wire.write([...head, 'transfer-encoding: chunked', '\r\n'].join('\r\n'));
    expect(String(await wire.bytes(12))).toBe('HTTP/1.1 401');
  });

  test('is refused for somebody who is not connected, and for an id that is taken', async () => {
    expect((await upload(eve)).body.error.code).toBe('not_connected');
    const id = crypto.randomUUID();
    expect((await upload(ada, { id })).status).toBe(200);
    expect((await upload(ada, { id })).body.error.code).toBe('id_taken');
    expect((await upload(grace, { id, to: ada.uid })).body.error.code).toBe('id_taken');
  });

  test('is refused above 10 MB, without a declared size, and when it is no picture', async () => {
    expect((await upload(ada, { photo: somePhoto({ bytes: 10_000_000 }) })).status).toBe(413);
    expect((await upload(ada, { photo: somePhoto({ bytes: 9_999_000 }) })).status).toBe(200);
    expect((await upload(ada, { photo: Buffer.from('GIF89a') })).status).toBe(400);
    const path = `${origin}/api/photos/${crypto.randomUUID()}?message=${crypto.randomUUID()}&to=${grace.uid}`;
    const chunked = await fetch(path, {
      method: 'PUT',
      headers: { cookie: ada.cookie, origin, 'content-type': 'image/jpeg' },
      body: new Blob([new Uint8Array(somePhoto())]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(400);
  });
});

async function friends(): Promise<[Member, Member]> {
  const people: [Member, Member] = [await signUp(), await signUp()];
  await people[0].connect(people[1]);
  return people;
}

test('an export has the photos of both, with their bytes', async () => {
  const [ada, grace] = await friends();
  const large = somePhoto({ bytes: 700_000 });
  const sent = await sendPhoto(ada, grace, { photo: large, blur: 'aGFzaA' });
  const received = await sendPhoto(grace, ada);
  const mei = await signUp();
  await mei.connect(grace);
  await sendPhoto(grace, mei);
  await upload(ada, { to: grace.uid });
  const { body } = await ada.get(`/api/users/${ada.uid}/export`);
  expect(body.complete).toBe(true);
  expect(body.photos).toHaveLength(2);
  expect(body.photos[0]).toMatchObject({ id: sent.id, message: sent.message.id, owner: ada.uid, blur: 'aGFzaA' });
  expect(Buffer.from(body.photos[0].data, 'base64').equals(Buffer.from(large))).toBe(true);
  expect(body.photos[1]).toMatchObject({ id: received.id, owner: grace.uid, width: 8, height: 8, type: 'image/jpeg' });
  expect(Buffer.from(body.photos[1].data, 'base64')).toEqual(Buffer.from(somePhoto()));
});

test('leaving removes all photos that a person sent, received or uploaded, and no others', async () => {
  const [ada, grace] = await friends();
  const mei = await signUp();
  await mei.connect(grace);
  const kept = await sendPhoto(grace, mei);
  const gone = [];
  for (let n = 0; n < 5; n++) gone.push(await sendPhoto(ada, grace), await sendPhoto(grace, ada));
  const unsent = crypto.randomUUID();
  await upload(ada, { id: unsent, to: grace.uid });
  expect((await ada.leave()).status).toBe(200);
  await settled();
  expect(await findPersonalData(ada.uid)).toEqual([]);
  const rows = await sql`select id from photos where id = any(${[kept.id, unsent, ...gone.map(({ id }) => id)]})`;
  expect(rows).toEqual([{ id: kept.id }]);
});

test('uploads that no message shows go after a day, others stay', async () => {
  const [ada, grace] = await friends();
  const sent = await sendPhoto(ada, grace);
  const [left, young] = [crypto.randomUUID(), crypto.randomUUID()];
  await upload(ada, { id: left, to: grace.uid });
  const leftOut = await sendPhoto(ada, grace);
  await sql`update messages set photos = null where id = ${leftOut.message.id}`;
  await sql`update photos set created_at = now() - interval '26 hours'`;
  await upload(ada, { id: young, to: grace.uid });
  await removeFromPages(database.pool, OLD_PHOTOS, 0, 1_000);
  const rows = await sql`select id from photos where owner = ${ada.uid}`;
  expect(rows.map(({ id }) => id).sort()).toEqual([sent.id, young].sort());
});

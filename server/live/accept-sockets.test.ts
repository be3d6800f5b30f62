import { describe, expect, test } from 'vitest';
import { LIVE_FRAME_MAX_BYTES } from '#contract/sizes.ts';
import { LiveClient } from '#fixtures/live-client.ts';
import { en } from '#languages';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { opening } from '#tests/support/wire/raw-live-connection.ts';
import { askRaw } from '#tests/support/wire/raw-request.ts';

const { origin, signUp } = await startTestServer();

const [ada, grace] = [await signUp(), await signUp()];
await ada.connect(grace);

describe('a live connection is refused before the upgrade', () => {
  const foreign = {
    status: 403,
    body: { error: { code: 'foreign_origin', message: 'This request came from another site.' } },
  };

  test.each([
    ['another site', 'https://evil.example'],
    ['null', 'null'],
    ['none', ''],
    ['our address with something behind it', `${origin}.evil.example`],
    ['our address on another port', 'http://127.0.0.1:1'],
    ['our address by another scheme', origin.replace('http', 'https')],
  ])('from a page whose Origin is %s, even with a session', async (_, from) => {
    await expect(ada.listen({ origin: from })).rejects.toMatchObject(foreign);
  });

  test.each(['/', '/api', '/api/live/', '/api/lives', '/api/messages', '//api/live'])('at %s', async (path) => {
    const address = origin.replace('http', 'ws') + path;
    const opened = LiveClient.open(address, { origin, cookie: ada.cookie });
    await expect(opened).rejects.toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  test.each([
    ['bears no key', /sec-websocket-key: .*/, 'x: y'],
    ['asks for another version', 'version: 13', 'version: 7'],
    ['comes by another method', 'GET', 'POST'],
  ])('when it %s, in our words', async (_, from, to) => {
    const { status, headers, body } = await askRaw(origin, opening(ada).replace(from, to));
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'invalid']);
    expect(headers.get('sec-websocket-version')).toBe('13');
  });

  test('when it is no upgrade: an ordinary request finds nothing there', async () => {
    expect((await ada.get('/api/live')).status).toBe(404);
  });
});

test.each(['h2c', 'TLS/1.0', 'websockets', 'h2c, websocket'])('who speaks %s is answered in HTTP', async (protocol) => {
  const close = `host: localhost\r\nconnection: Upgrade, close\r\nupgrade: ${protocol}`;
  const health = await askRaw(origin, `GET /api/health HTTP/1.1\r\n${close}\r\n\r\n`);
  expect([health.status, health.body]).toEqual([200, '{"ok":true}']);
  const search = await askRaw(origin, `POST /api/users/search HTTP/1.1\r\n${close}\r\ncontent-length: 2\r\n\r\n{}`);
  expect(search.status).toBe(401);
});

test.each([
  ['no JSON', 'hello', null],
  ['half of a JSON', '{"type":"send"', null],
  ['empty', '', null],
  ['null', 'null', null],
  ['a list', '[]', null],
  ['of an unknown type', '{"type":"shout","id":"7"}', '7'],
  ['without a type', '{"id":7}', null],
  ['as large as a frame may be', 'x'.repeat(LIVE_FRAME_MAX_BYTES), null],
  ['one that pollutes', '{"__proto__":{"type":"send"},"id":"7"}', '7'],
])('a frame that cannot be read (%s) is rejected, and the connection lives on', async (_, frame, id) => {
  const tab = await ada.listen();
  tab.send(frame);
  expect(await tab.next('rejected')).toMatchObject({
    id,
    error: { code: 'invalid', message: en.requestCouldNotBeRead },
  });
  tab.send({ type: 'send', id: crypto.randomUUID(), receiver: grace.uid, content: 'Still there?' });
  await tab.next('sent');
});

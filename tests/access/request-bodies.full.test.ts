import { describe, expect, test } from 'vitest';
import { Client } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { RawConnection } from '#tests/support/wire/raw-connection.ts';
import { sendFuzzed } from '#tests/support/wire/send-fuzzed.ts';
import { MATRIX } from './matrix.ts';

const MIB = 1024 * 1024;
const { origin, signUp } = await startTestServer();

const [ada, grace] = [await signUp(), await signUp()];

/** The routes that take a body. */
const accepting = Object.entries(MATRIX).filter(([route]) => !route.startsWith('GET'));

/** Ada's own, except where a call would end her session. */
const pathOf = (route: string) =>
  MATRIX[route]!.ask({ uid: route.includes('/devices') ? grace.uid : ada.uid, peer: grace.uid }).path;

describe.each(accepting.map(([route]) => route))('%s', (route) => {
  const large = Buffer.alloc(10 * MIB, 'x');

  test('refuses 10 MB, with and without a content length', async () => {
    const headers = { origin, cookie: ada.cookie, 'content-type': 'application/json' };
    const call = { method: route.split(' ')[0]!, path: pathOf(route), body: large };
    const announced = { ...headers, 'content-length': large.length };
    // The calls that take pictures have refusals of their own, and one without a length is invalid.
    const refusal = route.includes('photo')
      ? { status: expect.toSatisfy((status) => status === 413 || status === 400) }
      : { status: 413, body: TOO_LARGE };
    for (const head of [announced, { ...headers, 'transfer-encoding': 'chunked' }])
      expect(await sendFuzzed(origin, { ...call, headers: head })).toMatchObject(refusal);
  });

  test('serves others after a caller disconnects in the middle of a body', async () => {
    const head = `${route.split(' ')[0]} ${pathOf(route)} HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\ncookie: ${ada.cookie}\r\n`;
    for (const body of ['content-length: 50\r\n\r\n{"id":', 'transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n']) {
      const wire = await RawConnection.open(origin);
      await wire.write(`${head}content-type: application/json\r\n${body}`);
      await expectOthersAnswered();
      wire.socket.resetAndDestroy();
    }
    await expectOthersAnswered();
  });
});

const TOO_LARGE = JSON.stringify({ error: { code: 'too_large', message: 'That request is too large.' } });

async function expectOthersAnswered(): Promise<void> {
  expect((await new Client(origin).get('/api/health')).body).toEqual({ ok: true });
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIVE_FRAME_MAX_BYTES } from '#contract/limits.ts';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { type FuzzedAnswer, type FuzzedRequest, sendFuzzed } from '#tests/support/wire/send-fuzzed.ts';
import { anyBody, anyContentType, anyFrame, anyMethod, anyPath } from './arbitraries.ts';
import { LIVE_MATRIX, MATRIX } from './matrix.ts';

/** Of each route; `npm run test:all` makes fifty. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 5);
const MIB = 1024 * 1024;

const { origin, signUp } = await startTestServer();

const [ada, grace] = [await signUp({ email: 'ada@example.com' }), await signUp({ email: 'grace@example.com' })];
/** A person whose sessions may end. */
const mallory = await signUp({ email: 'mallory@example.com' });
await ada.connect(grace);

const routes = Object.entries(MATRIX);

const hasPassword = (route: string) => /sign-(up|in)|password/.test(route);

/** The caller of a route: Mallory where a call may end a session, also by another method. */
const callerOf = (route: string) => (/\/devices|\/api\/identity/.test(route) ? mallory : ada);

function validCall(route: string): { path: string; body?: object } {
  return MATRIX[route]!.ask({ uid: callerOf(route).uid, peer: grace.uid });
}

/** A fuzzed request to a route, by a person who may call it. */
function anyRequest(route: string): fc.Arbitrary<FuzzedRequest> {
  const { path, body = {} } = validCall(route);
  const { cookie } = callerOf(route);
  return fc
    .record({ method: anyMethod(route.split(' ')[0]!), path: anyPath(path), type: anyContentType, body: anyBody(body) })
    .map(({ method, path: spelled, type, body }) => ({
      method,
      // An unreadable path is answered with a body, which a client does not expect after HEAD.
      path: method === 'HEAD' ? path : spelled,
      body,
      headers: { origin, cookie, 'content-type': type, 'content-length': Buffer.byteLength(body) },
    }));
}

/** Expects a valid answer or a refusal with a reason, and never an error of the server. */
function expectValidOrRefused({ method, path }: FuzzedRequest, { status, type, body }: FuzzedAnswer): void {
  const about = `${method} ${path.slice(0, 200)} → ${status} ${body.slice(0, 300)}`;
  expect(status, about).toBeLessThan(500);
  if (method === 'HEAD') return;
  if (type.startsWith('text/html')) {
    expect(isOfApi(path), about).toBe(false);
    return;
  }
  if (type.startsWith('text/csv')) {
    const asked = decodeURIComponent(new URL(path, origin).pathname);
    expect([status, asked], about).toEqual([200, `/api/users/${ada.uid}/moods.csv`]);
    return;
  }
  expect(type, about).toMatch(/^application\/json/);
  const answer = JSON.parse(body);
  if (status < 400) return;
  // The identity provider's errors have another shape.
  const { message } = answer.error ?? answer;
  expect(typeof message, about).toBe('string');
}

/** Whether a path, in any spelling, belongs to the API. */
function isOfApi(path: string): boolean {
  const { pathname } = new URL(path.replace(/^[/\\]*/, '/'), origin);
  return /^[/\\]*api([/\\]|$)/i.test(pathname.replaceAll(/%2f/gi, '/').replaceAll(/%5c/gi, '\\'));
}

describe.each(routes.map(([route]) => route))('%s', (route) => {
  test('answers any request with a valid answer or a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest(route), async (odd) => expectValidOrRefused(odd, await sendFuzzed(origin, odd))),
      { numRuns: RUNS },
    );
  });
});

describe.each(Object.entries(LIVE_MATRIX))('%s over the live connection', (_, { frame }) => {
  test('answers any frame, and the connection stays open', async () => {
    const tab = await ada.listen();
    const fitting = anyFrame(frame(grace.uid)).filter((text) => Buffer.byteLength(text) <= LIVE_FRAME_MAX_BYTES);
    await fc.assert(
      fc.asyncProperty(fitting, async (text) => {
        tab.send(text);
        for (const event of await tab.everything())
          expect(['rejected', 'sent', 'message', 'read']).toContain(event.type);
      }),
      { numRuns: 4 * RUNS },
    );
    tab.terminate();
  });
});

test('after all fuzzed requests the session still works', async () => {
  expect((await ada.get(`/api/users/${ada.uid}/info`)).body.uid).toBe(ada.uid);
  expect((await new Client(origin).signIn('grace@example.com', PASSWORD)).status).toBe(200);
});

// With more of them only, as it takes half a minute.
if (RUNS > 5)
  test('fuzzed requests leave no memory behind', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const calls = routes.filter(([route, row]) => !row.endsSession && !hasPassword(route));
    const odd = calls.flatMap(([route]) => fc.sample(anyRequest(route), { numRuns: 5, seed: 7 }));

    async function used(): Promise<number> {
      for (let round = 0; round < 2; round++) for (const request of odd) await sendFuzzed(origin, request);
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return (heapUsed + arrayBuffers) / MIB;
    }

    const warm = (await used()) && (await used());
    await used();
    expect((await used()) - warm).toBeLessThan(4);
  }, 180_000);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_FRAME_MAX_BYTES } from '#contract/sizes.ts';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { type FuzzedAnswer, type FuzzedRequest, sendFuzzed } from '#tests/support/wire/send-fuzzed.ts';
import { anyBody, anyContentType, anyFrame, anyMethod, anyPath } from './arbitraries.ts';
import { LIVE_MATRIX, MATRIX } from './matrix.ts';

/** Of each route. */
const RUNS = 5;

const { origin, signUp } = await startTestServer();

const [ada, grace] = [await signUp({ email: 'ada@example.com' }), await signUp({ email: 'grace@example.com' })];
/** A person whose sessions may end. */
const mallory = await signUp({ email: 'mallory@example.com' });
await ada.connect(grace);

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

test.each(Object.keys(MATRIX))('%s answers any request with a valid answer or a refusal', async (route) => {
  await fc.assert(
    fc.asyncProperty(anyRequest(route), async (odd) => expectValidOrRefused(odd, await sendFuzzed(origin, odd))),
    { numRuns: RUNS },
  );
});

test.each(Object.entries(LIVE_MATRIX))(
  '%s over the live connection answers any frame, and it stays open',
  async (_, { frame }) => {
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
  },
);

test('after all fuzzed requests the session still works', async () => {
  expect((await ada.get(`/api/users/${ada.uid}/info`)).body.uid).toBe(ada.uid);
  expect((await new Client(origin).signIn('grace@example.com', PASSWORD)).status).toBe(200);
});

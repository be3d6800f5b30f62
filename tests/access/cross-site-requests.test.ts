import { expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { MATRIX } from './matrix.ts';

const { origin, signUp, allRows } = await startTestServer();

const [ada, grace] = [await signUp({ email: 'ada@example.com' }), await signUp()];
await ada.connect(grace);
/** No refused call changes a row. */
const before = await allRows();

const changing = Object.entries(MATRIX).filter(([route]) => !route.startsWith('GET'));

/** Gateways send forms to these. They read no cookie, and refuse what a gateway has not signed. */
const GATEWAY_FORMS = ['POST /api/texts/incoming', 'POST /api/texts/twilio', 'POST /api/texts/twilio/call'];
const FORM = 'application/x-www-form-urlencoded';

/** A call by Ada's browser. @param headers of the page that makes it */
function ask(route: string, headers: Record<string, string>) {
  const { path, body } = MATRIX[route]!.ask({ uid: ada.uid, peer: grace.uid });
  return ada.call(route.split(' ')[0]!, path, body, headers);
}

async function refusesOrigin(route: string, from: string) {
  const { status, body, headers } = await ask(route, { origin: from });
  expect([status, body.error.code]).toEqual([403, 'foreign_origin']);
  expect(headers.getSetCookie()).toEqual([]);
  expect(headers.get('access-control-allow-origin')).toBeNull();
}

async function refusesType(route: string, type: string) {
  const refusal = type === FORM && GATEWAY_FORMS.includes(route) ? 403 : 400;
  for (const from of [origin, 'null', ''])
    expect((await ask(route, { origin: from, 'content-type': type })).status).toBe(from === 'null' ? 403 : refusal);
}

// The matrix has all routes, so a new route is tested too.
test.each(changing)(
  '%s refuses another site and a form with a person’s cookies, and changes nothing',
  async (route) => {
    await refusesOrigin(route, 'https://evil.example');
    await refusesType(route, FORM);
    await refusesType(route, 'text/plain');
    expect(await allRows()).toBe(before);
  },
);

test.each([
  ['a page without an origin', 'null'],
  ['a site whose name begins with the app’s', `${origin}.evil.example`],
  ['another port', 'http://127.0.0.1:1'],
  ['another name of this machine', 'http://localhost'],
  ['another scheme', origin.replace('http', 'https')],
])('a call from %s is refused', (_, from) => refusesOrigin('POST /api/messages', from));

test.each(['multipart/form-data; boundary=x', 'text/plain; application/json', 'text/json'])(
  'a body that is declared as %s is refused',
  (type) => refusesType('POST /api/messages', type),
);

test('CORS admits no other site', async () => {
  const asked = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' };
  const preflight = await ada.call('OPTIONS', `/api/users/${ada.uid}/info/mood`, undefined, asked);
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([403, null]);
  const { headers } = await ada.call('GET', `/api/users/${ada.uid}/info`, undefined, asked);
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('a program without an Origin may use its own session', async () => {
  const path = `/api/users/${ada.uid}/info/mood`;
  expect((await ada.call('PUT', path, { mood: 'Dark' }, { origin: '' })).body).toMatchObject({ mood: 'Dark' });
});

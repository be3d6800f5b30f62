import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { createIdentity } from '#server/features/identity/index.ts';
import { createApi } from '#server/http/api.ts';
import { type Limits, openLimits } from '#server/limits/index.ts';
import { createSecurityLog } from '#server/logging/security-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { ageAttempts, insertAttempts } from '#tests/support/database/insert-attempts.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { createTestRules } from '#tests/support/servers/outbox.ts';
import { createOutbox } from './outbox/outbox.ts';
import { textsRoutes } from './routes.ts';

const SECRET = 'the secret of the endpoints';
const AUTH_SECRET = 'x'.repeat(32);
const TEXT = { phoneNumber: '(415) 555-0100', message: ' Hello\n' };

let database: TestDatabase;
let context: Context;
let limits: Limits;
let ada: { uid: string; cookie: string };
let woken = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  const { log } = createTestLog();
  const config = {
    ...readConfig({ DATABASE_URL: database.url, AUTH_SECRET, MESSAGE_ENDPOINT_SECRET: SECRET }),
    rateLimits: true,
  };
  limits = openLimits({ databaseUrl: database.url, secret: AUTH_SECRET, log });
  const securityLog = createSecurityLog(log, config.authSecret);
  const identity = createIdentity({ config, db, pool, patientDb: db, limits, securityLog, log });
  const outbox = { ...createOutbox({ ...config, pool, log, gateways: {} }), wake: () => void woken++ };
  // The routes use these parts of the context and no others.
  context = { config, db, identity, limits, outbox } as unknown as Context;
  ada = await signUpAndIn('ada@example.com');
  await makeOld();
});
beforeEach(async () => {
  await database.db.deleteFrom('texts').execute();
  await database.db.deleteFrom('limits').execute();
  woken = 0;
});
afterAll(async () => {
  await limits.close();
  await database.drop();
});

async function signUpAndIn(email: string) {
  const call = (path: string, body: object) =>
    context.identity.handle(
      new Request(`${context.config.appUrl}/api/identity/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: context.config.appUrl },
        body: JSON.stringify(body),
      }),
    );
  const person = { email, password: 'correct horse', firstname: 'Ada', lastname: 'Lovelace', name: 'Ada Lovelace' };
  await call('sign-up/email', person);
  const response = await call('sign-in/email', { email, password: person.password });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { uid: (await response.json()).user.id as string, cookie };
}

type HeaderValues = Record<string, string | undefined>;

/** Ends the first day of all accounts. */
const makeOld = () => database.pool.query(`update users set created_at = now() - interval '30 days'`);

const post = (kind: string, headers: HeaderValues, body: object = TEXT, { to = context, network = 'home' } = {}) =>
  createApi()
    .use(async (c, next) => {
      c.set('network', network);
      await next();
    })
    .route('/', textsRoutes(to))
    .request(`/texts/${kind}`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: JSON.stringify(body),
    });

const stored = () => database.db.selectFrom('texts').selectAll().execute();

test.each(['general', 'welcome'])(
  'a signed-in person sends a text as typed (%s), and it is stored first',
  async (kind) => {
    const response = await post(kind, { cookie: ada.cookie });
    expect([response.status, await response.json()]).toEqual([202, {}]);
    expect(await stored()).toMatchObject([
      { kind, cause: 'form', author: ada.uid, recipient: null, phone_number: '(415) 555-0100', message: ' Hello\n' },
    ]);
    expect(woken).toBe(1);
  },
);

describe('refused with 401', () => {
  test.each([
    ['no session', {}],
    ['a made-up session', { cookie: 'better-auth.session_token=made.up' }],
    ['a wrong secret', { authorization: `Bearer ${SECRET}!` }],
    ['half the secret', { authorization: `Bearer ${SECRET.slice(0, -1)}` }],
    ['an empty secret', { authorization: 'Bearer ' }],
    ['the secret without Bearer', { authorization: SECRET }],
  ])('%s', async (_, headers) => {
    const response = await post('general', headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: { code: 'not_signed_in', message: 'User is not signed in.' } });
    expect(await stored()).toEqual([]);
  });
});

test('another program with the secret is not limited, and a repeated call is one text', async () => {
  const authorization = `Bearer ${SECRET}`;
  const key = crypto.randomUUID();
  for (let n = 0; n < 8; n++) expect((await post('general', { authorization })).status).toBe(202);
  for (let n = 0; n < 2; n++)
    expect((await post('general', { authorization, 'idempotency-key': key })).status).toBe(202);
  const texts = await stored();
  expect(texts).toHaveLength(9);
  expect(texts.every((text) => text.author === null)).toBe(true);
});

test('without a secret in the settings every token is refused', async () => {
  const closed = { ...context, config: { ...context.config, messageEndpointSecret: undefined } };
  for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer null']) {
    const call = { method: 'POST', headers: { authorization }, body: JSON.stringify(TEXT) };
    expect((await textsRoutes(closed).request('/texts/general', call)).status).toBe(401);
  }
});

describe('limits', () => {
  const sentByHand = (times: number, ago: string, what = 'text by hand', whom = ada.uid) =>
    insertAttempts(database.pool, AUTH_SECRET, { what, whom, times, ago });
  const passTime = (time: string) => ageAttempts(database.pool, time);

  test('five a minute for one person, also for simultaneous calls', async () => {
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post(n % 2 ? 'general' : 'welcome', { cookie: ada.cookie })),
    );
    expect(many.filter(({ status }) => status === 202)).toHaveLength(5);
    const [refused] = many.filter(({ status }) => status === 429);
    expect(await refused?.json()).toEqual({
      error: { code: 'too_many', message: 'You can send 5 texts a minute. Please wait a moment.' },
    });
    expect(await stored()).toHaveLength(5);
    expect(woken).toBe(5);
  });

  test('the next text is allowed when the oldest of the five is a minute old', async () => {
    await sentByHand(5, '50 seconds');
    const refused = await post('general', { cookie: ada.cookie });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await passTime('11 seconds');
    expect((await post('general', { cookie: ada.cookie })).status).toBe(202);
  });

  test('fifty a day', async () => {
    await sentByHand(49, '20 hours');
    expect((await post('general', { cookie: ada.cookie })).status).toBe(202);
    const refused = await post('welcome', { cookie: ada.cookie });
    expect(refused.status).toBe(429);
    expect((await refused.json()).error.message).toBe('You can send 50 texts a day. Please try again later.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3.9 * 60 * 60);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(4 * 60 * 60);
  });

  test("another person's texts do not count", async () => {
    await sentByHand(5, '1 second');
    const grace = await signUpAndIn('grace@example.com');
    expect((await post('general', { cookie: grace.cookie })).status).toBe(202);
  });

  test('twenty a day from one network, from any of its accounts, and twenty to one number', async () => {
    await sentByHand(19, '1 hour', 'text by hand, network', 'home');
    expect((await post('general', { cookie: ada.cookie })).status).toBe(202);
    const refused = await post('general', { cookie: ada.cookie });
    expect((await refused.json()).error.message).toBe('Your network can send 20 texts a day. Please try again later.');
    await sentByHand(19, '1 hour', 'text by hand, number', '+14155550177');
    const to = { ...TEXT, phoneNumber: '(415) 555-0177' };
    expect((await post('general', { cookie: ada.cookie }, to, { network: 'school' })).status).toBe(202);
    const again = { ...TEXT, phoneNumber: '+1 415 555 0177' };
    const full = await post('general', { cookie: ada.cookie }, again, { network: 'work' });
    expect((await full.json()).error.message).toBe('This number was sent 20 texts today. Please try again later.');
  });

  test('five on the first day of an account', async () => {
    const mei = await signUpAndIn('mei@example.com');
    await sentByHand(4, '1 hour', 'text by hand, new account', mei.uid);
    expect((await post('general', { cookie: mei.cookie })).status).toBe(202);
    const refused = await post('general', { cookie: mei.cookie });
    const words = 'On the first day you can send 5 texts. Please go on tomorrow.';
    expect([refused.status, (await refused.json()).error.message]).toEqual([429, words]);
    await makeOld();
    expect((await post('general', { cookie: mei.cookie })).status).toBe(202);
  });

  test('while limits cannot be counted, no text by hand is stored, of 60 calls at once', async () => {
    await database.pool.query('alter table limits rename to elsewhere');
    const many = await Promise.all(Array.from({ length: 60 }, () => post('general', { cookie: ada.cookie })));
    await database.pool.query('alter table elsewhere rename to limits');
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]));
    expect(await stored()).toEqual([]);
  });

  test('texts beyond the installation’s daily budget are refused and not stored, also from other programs', async () => {
    const { log, lines } = createTestLog();
    const rules = createTestRules({ limits, perDay: 4, log });
    const busy = {
      ...context,
      outbox: createOutbox({ ...context.config, pool: database.pool, log, gateways: {}, rules }),
    };
    const call = (headers: HeaderValues) => post('general', headers, TEXT, { to: busy });
    for (const headers of [{ cookie: ada.cookie }, { authorization: `Bearer ${SECRET}` }, { cookie: ada.cookie }])
      expect((await call(headers)).status).toBe(202);
    for (const headers of [{ cookie: ada.cookie }, { authorization: `Bearer ${SECRET}` }]) {
      const refused = await call(headers);
      expect([refused.status, await refused.json()]).toEqual([
        429,
        { error: { code: 'too_many', message: 'No more texts can be sent today. Please try again later.' } },
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23.9 * 60 * 60);
    }
    expect(await stored()).toHaveLength(3);
    expect(lines.filter(({ level }) => level === 50).map(({ msg }) => msg)).toEqual([
      "The day's texts are used up (TEXTS_PER_DAY). Only texts that ask for support go out",
    ]);
  });
});

test('a number that may not be texted is refused for people and programs, and not counted', async () => {
  for (const headers of [{ cookie: ada.cookie }, { authorization: `Bearer ${SECRET}` }]) {
    const refused = await post('general', headers, { ...TEXT, phoneNumber: '12345' });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: { code: 'invalid', message: 'That is not a whole phone number.' } },
    ]);
  }
  expect(await stored()).toEqual([]);
  expect(await database.db.selectFrom('limits').selectAll().execute()).toEqual([]);
});

test('a number in other digits is stored in the digits 0 to 9, which every gateway reads', async () => {
  const response = await post('general', { cookie: ada.cookie }, { ...TEXT, phoneNumber: '（４１５） 555-0100' });
  expect(response.status).toBe(202);
  expect(await stored()).toMatchObject([{ phone_number: '(415) 555-0100' }]);
});

test('the OpenAPI document has the calls of people and of message endpoints', () => {
  const { paths } = textsRoutes(context).getOpenAPI31Document({ openapi: '3.1.0', info: { title: 't', version: '1' } });
  expect(Object.keys(paths ?? {}).sort()).toEqual([
    '/phone-numbers/check',
    '/texts',
    '/texts/general',
    '/texts/incoming',
    '/texts/welcome',
    '/texts/{id}/status',
  ]);
  expect(Object.keys(paths?.['/texts/general']?.post?.responses ?? {})).toEqual(['202', 'default']);
});

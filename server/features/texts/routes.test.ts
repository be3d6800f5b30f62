import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createTestLog } from '#tests/support/log.ts';
import { readConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { createIdentity } from '../identity/index.ts';
import { createOutbox } from './outbox.ts';
import { textsRoutes } from './routes.ts';

const SECRET = 'the secret of the endpoints';
const TEXT = { phoneNumber: '(415) 555-0100', message: ' Hello\n' };

let database: TestDatabase;
let context: Context;
let ada: { uid: string; cookie: string };
let woken = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  const { log } = createTestLog();
  const config = {
    ...readConfig({ DATABASE_URL: database.url, AUTH_SECRET: 'x'.repeat(32), MESSAGE_ENDPOINT_SECRET: SECRET }),
    rateLimits: true,
  };
  const identity = createIdentity({ config, db, pool, log });
  const outbox = { ...createOutbox({ pool, log, gateways: {} }), wake: () => void woken++ };
  // The routes use these parts of the context and no others.
  context = { config, db, identity, outbox } as unknown as Context;
  ada = await signUpAndIn('ada@example.com');
});
beforeEach(async () => {
  await database.db.deleteFrom('texts').execute();
  woken = 0;
});
afterAll(() => database.drop());

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
  const response = await call('sign-in/email', person);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { uid: (await response.json()).user.id as string, cookie };
}

const post = (kind: string, headers: Record<string, string>, body: object = TEXT) =>
  textsRoutes(context).request(`/texts/${kind}`, { method: 'POST', headers, body: JSON.stringify(body) });

const stored = () => database.db.selectFrom('texts').selectAll().execute();

test.each(['general', 'welcome'])(
  'a signed-in person texts what they typed (%s), and it is stored first',
  async (kind) => {
    const response = await post(kind, { cookie: ada.cookie });
    expect([response.status, await response.json()]).toEqual([202, {}]);
    expect(await stored()).toMatchObject([
      { kind, cause: 'form', author: ada.uid, recipient: null, phone_number: '(415) 555-0100', message: ' Hello\n' },
    ]);
    expect(woken).toBe(1);
  },
);

describe('nobody else', () => {
  test.each([
    ['nobody', {}],
    ['a made-up session', { cookie: 'better-auth.session_token=made.up' }],
    ['a wrong secret', { authorization: `Bearer ${SECRET}!` }],
    ['half the secret', { authorization: `Bearer ${SECRET.slice(0, -1)}` }],
    ['an empty secret', { authorization: 'Bearer ' }],
    ['the secret, but not as a bearer', { authorization: SECRET }],
  ])('%s', async (_, headers) => {
    const response = await post('general', headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: { code: 'not_signed_in', message: 'User is not signed in.' } });
    expect(await stored()).toEqual([]);
  });
});

test('another program with the secret may, as often as it likes; a repeated call is one text', async () => {
  const authorization = `Bearer ${SECRET}`;
  const key = crypto.randomUUID();
  for (let n = 0; n < 8; n++) expect((await post('general', { authorization })).status).toBe(202);
  for (let n = 0; n < 2; n++)
    expect((await post('general', { authorization, 'idempotency-key': key })).status).toBe(202);
  const texts = await stored();
  expect(texts).toHaveLength(9);
  expect(texts.every((text) => text.author === null)).toBe(true);
});

test('no secret set: nobody bears it', async () => {
  const closed = { ...context, config: { ...context.config, messageEndpointSecret: undefined } };
  for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer null']) {
    const call = { method: 'POST', headers: { authorization }, body: JSON.stringify(TEXT) };
    expect((await textsRoutes(closed).request('/texts/general', call)).status).toBe(401);
  }
});

describe('limits', () => {
  const texts = (count: number, age: string) =>
    database.pool.query(
      `insert into texts (kind, cause, cause_id, author, phone_number, message, status, created_at)
       select 'general', 'form', gen_random_uuid(), $1, '1', 'Hi', 'sent', now() - $3::interval from generate_series(1, $2)`,
      [ada.uid, count, age],
    );

  test('five a minute for one person, races included', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => post('general', { cookie: ada.cookie })));
    expect(many.filter(({ status }) => status === 202)).toHaveLength(5);
    const [refused] = many.filter(({ status }) => status === 429);
    expect(await refused?.json()).toEqual({
      error: { code: 'too_many', message: 'You can send 5 texts a minute. Please wait a moment.' },
    });
    expect(await stored()).toHaveLength(5);
  });

  test('there is room again when the oldest of the five is a minute old', async () => {
    await texts(4, '5 seconds');
    await texts(1, '50 seconds');
    const refused = await post('general', { cookie: ada.cookie });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await database.pool.query(`update texts set created_at = created_at - interval '11 seconds'`);
    expect((await post('general', { cookie: ada.cookie })).status).toBe(202);
  });

  test('fifty a day', async () => {
    await texts(49, '20 hours');
    expect((await post('general', { cookie: ada.cookie })).status).toBe(202);
    const refused = await post('welcome', { cookie: ada.cookie });
    expect(refused.status).toBe(429);
    expect((await refused.json()).error.message).toBe('You can send 50 texts a day. Please try again later.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3.9 * 60 * 60);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(4 * 60 * 60);
  });

  test("nobody is held to another person's texts, or to texts that were not sent by hand", async () => {
    await texts(5, '1 second');
    const grace = await signUpAndIn('grace@example.com');
    expect((await post('general', { cookie: grace.cookie })).status).toBe(202);
    await database.db.updateTable('texts').set({ cause: 'message' }).execute();
    expect((await post('general', { cookie: ada.cookie })).status).toBe(202);
  });

  test('none while they are switched off', async () => {
    await texts(60, '1 second');
    const open = { ...context, config: { ...context.config, rateLimits: false } };
    const call = { method: 'POST', headers: { cookie: ada.cookie }, body: JSON.stringify(TEXT) };
    expect((await textsRoutes(open).request('/texts/general', call)).status).toBe(202);
  });
});

test('all three calls stand in the OpenAPI document', () => {
  const { paths } = textsRoutes(context).getOpenAPI31Document({ openapi: '3.1.0', info: { title: 't', version: '1' } });
  expect(Object.keys(paths ?? {}).sort()).toEqual(['/texts', '/texts/general', '/texts/welcome']);
  expect(Object.keys(paths?.['/texts/general']?.post?.responses ?? {})).toEqual(['202', 'default']);
});

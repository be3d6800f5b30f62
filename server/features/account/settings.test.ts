import { beforeEach, expect, test } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { database, signUp } = server;

const ON = { foundInSearch: true, texts: 'all', firstSteps: true };
const DEFAULTS = {
  ...ON,
  ...{ quietHours: null, showsPhone: true, showsRead: true, asksFirst: false, asksThese: null, chosenAreGone: false },
  ...{ phoneRefused: false, textsStopped: false, startNumber: null, language: null },
};

const ada = await signUp({ firstname: 'Ottoline', lastname: 'Brackenbury', phonenumber: '(415) 555-0173' });
const grace = await signUp({ firstname: 'Grace', lastname: 'Hopper', phonenumber: '415 555 0100' });

const settingsOf = ({ uid }: Member) => `/api/users/${uid}/settings`;
const set = (change: object) => ada.patch(settingsOf(ada), change);
const foundBy = async (query: string) =>
  (await grace.post('/api/users/search', { query })).body.map(({ uid }: { uid: string }) => uid);
const keysOf = async (uid: string): Promise<string[]> =>
  (await database.pool.query('select key from search_keys where uid = $1', [uid])).rows.map(({ key }) => key);

beforeEach(() => set(ON));

test('texts come and people find and see the person at first; the given settings change, the others stay', async () => {
  expect((await grace.get(settingsOf(grace))).body).toEqual(DEFAULTS);
  const quietHours = { from: '22:30', to: '07:05', zone: 'Europe/Berlin' };
  let expected = DEFAULTS;
  for (const change of [
    { texts: 'support' },
    { foundInSearch: false, showsRead: false },
    { language: 'ja' },
    { quietHours },
    {},
    { quietHours: null, texts: 'none' },
    { ...ON, showsRead: true },
  ]) {
    expected = { ...expected, ...change } as typeof DEFAULTS;
    expect((await set(change)).body).toEqual(expected);
    expect((await ada.get(settingsOf(ada))).body).toEqual(expected);
  }
});

test.each([
  { mood: 'Dark' },
  { phoneRefused: false },
  { chosenAreGone: true },
  { foundInSearch: 'no' },
  { texts: 'some' },
  { language: 'tlh' },
  { quietHours: { from: '22:00', to: '07:00', zone: 'Mars/Olympus' } },
  { quietHours: { from: '22:00', to: '07:00', zone: '+01:00' } },
  { quietHours: { from: '22:00', to: '22:00', zone: 'Europe/Berlin' } },
  { quietHours: { from: '24:00', to: '07:00', zone: 'Europe/Berlin' } },
  { quietHours: { from: '22:00', to: '07:00' } },
  [],
])('nothing else can be set: %j', async (change) => {
  const row = async () => (await database.pool.query('select * from users where id = $1', [ada.uid])).rows[0];
  const before = await row();
  expect((await set(change as object)).status).toBe(400);
  expect(await row()).toEqual(before);
});

test('settings show that a service, premium or satellite number gets no texts, nor words that are no number', async () => {
  const eve = await signUp({ phonenumber: '911' });
  for (const [phonenumber, phoneRefused] of [
    ['911', true],
    ['+1 900 555 0123', true],
    ['+870 773 123456', true],
    ['hello', true],
    ['555-0100', false],
    ['', false],
  ] as const) {
    await eve.post('/api/identity/update-user', { phonenumber, password: PASSWORD });
    expect((await eve.get(settingsOf(eve))).body, phonenumber).toEqual({ ...DEFAULTS, phoneRefused });
  }
});

test('a search finds a person by name and number until that is off; then no key is left, also after a new name', async () => {
  const queries = ['ttolin', 'Brackenbury', '555-0173', '5550173', '+14155550173', '415) 555'];
  for (const query of queries) expect(await foundBy(query), query).toEqual([ada.uid]);
  await set({ foundInSearch: false });
  await ada.post('/api/identity/update-user', { firstname: 'Philippa' });
  for (const query of [...queries, 'Philippa']) expect(await foundBy(query), query).toEqual([]);
  expect(await keysOf(ada.uid)).toEqual([]);
  await set({ foundInSearch: true });
  expect(await foundBy('Philippa')).toEqual([ada.uid]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { database, signUp, texts } = server;

const ON = { foundByName: true, foundByPhone: true, messageTexts: 'every', firstSteps: true };
const DEFAULTS = {
  ...ON,
  ...{ supportTexts: 'every', quietHours: null, showsPhone: true, showsEmail: true, showsSeen: true },
  ...{ showsTyping: true, showsRead: true, asksFirst: false },
  ...{ holdSeconds: null, asksThese: null, chosenAreGone: false, againItself: false },
  ...{ phoneRefused: false, textsStopped: false, startNumber: null },
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
  const quietHours = { from: '22:30', to: '07:05', zone: 'Europe/Berlin', darkPasses: false };
  let expected = DEFAULTS;
  for (const change of [
    { messageTexts: 'once' },
    { messageTexts: 'none' },
    { foundByName: false },
    { quietHours },
    { supportTexts: 'calm' },
    { quietHours: null, supportTexts: 'every' },
    ON,
  ]) {
    expected = { ...expected, ...change } as typeof DEFAULTS;
    expect((await set(change)).body).toEqual(expected);
    expect((await ada.get(settingsOf(ada))).body).toEqual(expected);
  }
});

test.each([
  { mood: 'Dark' },
  { phoneRefused: false },
  { foundByName: 'no' },
  { foundByName: null },
  { chat_texts: false },
  { messageTexts: 'some' },
  { supportTexts: null },
  { quietHours: { from: '22:00', to: '07:00', zone: 'Mars/Olympus', darkPasses: true } },
  { quietHours: { from: '22:00', to: '07:00', zone: '+01:00', darkPasses: true } },
  { quietHours: { from: '22:00', to: '22:00', zone: 'Europe/Berlin', darkPasses: true } },
  { quietHours: { from: '24:00', to: '07:00', zone: 'Europe/Berlin', darkPasses: true } },
  { quietHours: { from: '22:00', to: '07:00', zone: 'Europe/Berlin' } },
  { again_itself: true },
  { showsTyping: null },
  { showsRead: 'no' },
  [],
  'x',
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
    ['+881612345678', true],
    ['hello', true],
    ['12', true],
    ['555-0100', false],
    ['+44 20 7946 0018', false],
    ['', false],
  ] as const) {
    await eve.post('/api/identity/update-user', { phonenumber });
    expect((await eve.get(settingsOf(eve))).body, phonenumber).toEqual({ ...DEFAULTS, phoneRefused });
  }
});

describe('being found', () => {
  test('by name, until that is off; then no key of the name is left, also after a new name', async () => {
    expect(await foundBy('ttolin')).toEqual([ada.uid]);
    await set({ foundByName: false });
    for (const query of ['ttolin', 'Brackenbury']) expect(await foundBy(query)).toEqual([]);
    expect(await foundBy('555-0173')).toEqual([ada.uid]);
    await ada.post('/api/identity/update-user', { firstname: 'Philippa' });
    expect(await foundBy('Philippa')).toEqual([]);
    expect((await keysOf(ada.uid)).filter((key) => /[a-z]/.test(key))).toEqual([]);
    await set({ foundByName: true });
    expect(await foundBy('Philippa')).toEqual([ada.uid]);
    await ada.post('/api/identity/update-user', { firstname: 'Ottoline' });
  });

  test('by phone number, as typed and in full, until that is off; not at all with both off', async () => {
    for (const query of ['555-0173', '+14155550173']) expect(await foundBy(query)).toEqual([ada.uid]);
    await set({ foundByPhone: false });
    for (const query of ['555-0173', '5550173', '+14155550173', '415) 555']) expect(await foundBy(query)).toEqual([]);
    expect((await keysOf(ada.uid)).filter((key) => /\d/.test(key))).toEqual([]);
    expect(await foundBy('Ottoline')).toEqual([ada.uid]);
    await set({ foundByName: false });
    expect(await keysOf(ada.uid)).toEqual([]);
  });
});

describe('texts', () => {
  const send = (content: string) =>
    grace.post('/api/messages', { id: crypto.randomUUID(), receiver: ada.uid, content });
  const textsTo = async ({ uid }: Member) => (await texts()).filter(({ recipient }) => recipient === uid);

  test('come for messages and connections, unless the setting is off; those that ask for support always come', async () => {
    await grace.connect(ada);
    await send('Hello');
    expect((await textsTo(ada)).map(({ cause }) => cause)).toEqual(['connection', 'message']);
    await set({ messageTexts: 'none' });
    const eve = await signUp({ firstname: 'Eve' });
    await eve.connect(ada);
    expect((await send('Hello again')).status).toBe(200);
    expect(await textsTo(ada)).toHaveLength(2);
    await grace.choose('Dark');
    expect((await textsTo(ada)).filter(({ cause }) => cause === 'mood')).toHaveLength(1);
    await set({ messageTexts: 'every' });
    await send('And again');
    expect(await textsTo(ada)).toHaveLength(4);
  });
});

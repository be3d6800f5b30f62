import { describe, expect, test } from 'vitest';
import { clientFrameSchema } from '#contract/live.ts';
import type { Answer, Client, Member } from '#fixtures/client.ts';
import { createApp } from '#server/app/create-app.ts';
import { createPasswordHashing } from '#server/features/identity/passwords/password-hashing.ts';
import { PROVIDER_CALLS } from '#server/features/identity/provider/allowed-calls.ts';
import { createProvider } from '#server/features/identity/provider/create-provider.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { responseShape } from '#tests/support/wire/response-shape.ts';
import { LIVE_EVENTS, LIVE_MATRIX, MATRIX, ROLES, type Role, type Row, THE_SAME_FOR_EVERYBODY } from './matrix.ts';

const server = await startTestServer();
const { visitor, moodring, signUp, allRows } = server;

const ada = await signUp({
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.com',
  phonenumber: '+14155550100',
});
const grace = await signUp({ firstname: 'Grace', lastname: 'Hopper' });
const eve = await signUp({ firstname: 'Eve', lastname: 'Stranger' });
await grace.connect(ada);
await ada.get(`/api/users/${ada.uid}/invite`);
const who = { anonymous: visitor, self: ada, connection: grace, stranger: eve };
const [self, connection, stranger] = await Promise.all([1, 2, 3].map(() => signUp({ lastname: 'Leaver' })));
/** The callers for calls that end a session. */
const leaving = { anonymous: visitor, self: self!, connection: connection!, stranger: stranger! };
await connection!.connect(self!);

const rows = Object.entries(MATRIX);
const methodOf = (route: string) => route.split(' ')[0]!;

/** The caller of a role, with a new session where the call may end it. */
async function callerOf(row: Row, role: Role): Promise<Client> {
  if (!row.endsSession || role === 'anonymous') return who[role];
  return (await newSession(server, leaving[role] as Member)).client;
}

/** @param nobody a uid in Ada's place */
async function ask(route: string, role: Role, nobody?: string): Promise<Answer> {
  const row = MATRIX[route]!;
  const self = (row.endsSession ? leaving : who).self as Member;
  const uid = nobody ?? self.uid;
  const { path, body } = row.ask({ uid, peer: role === 'self' ? grace.uid : uid });
  return (await callerOf(row, role)).call(methodOf(route), path, body);
}

describe('the matrix is complete', () => {
  test('it has every route of the server', () => {
    const { routes } = createApp(moodring.context, { isReady: async () => true, drain() {} });
    const own = routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`);
    const provided = [...PROVIDER_CALLS].map((call) => call.replace(' ', ' /api/identity'));
    const known = [...Object.keys(MATRIX), ...THE_SAME_FOR_EVERYBODY];
    expect([...new Set([...own, ...provided])].sort()).toEqual(known.sort());
    const forAll = routes.filter(({ method }) => method === 'ALL').map(({ path }) => path);
    expect([...new Set(forAll)].sort()).toEqual(['/*', '/api/*', '/api/identity/*']);
  });

  test('it has every frame type of the live connection', () => {
    expect(clientFrameSchema.options.map((option) => option.shape.type.value).sort()).toEqual(
      Object.keys(LIVE_MATRIX).sort(),
    );
  });
});

describe.each(rows)('%s', (route, { answers }) => {
  test.each(ROLES)('answers %s', async (role) => {
    const { status, body } = await ask(route, role);
    // An export has people under their uids.
    expect([status, responseShape(body).replaceAll(/[0-9a-f-]{36}/g, 'uid')]).toEqual(answers[role]);
  });
});

test('a session belongs to one person, and its token is only in the cookie', async () => {
  for (const member of [ada, grace, eve]) {
    const { client, token } = await newSession(server, member);
    const { body } = await client.get('/api/identity/get-session');
    expect(body.user.id).toBe(member.uid);
    expect(JSON.stringify(body)).not.toContain(token);
  }
});

describe('hidden and missing people get the same answer', () => {
  test.each(rows.filter(([, row]) => !row.namesNobody).map(([route]) => route))('%s', async (route) => {
    const nobody = crypto.randomUUID();
    const hidden = asAnybody(await ask(route, 'stranger'), ada.uid);
    expect(asAnybody(await ask(route, 'stranger', nobody), nobody)).toEqual(hidden);
    expect(hidden.status).toBe(MATRIX[route]!.answers.stranger[0]);
  });

  function asAnybody({ status, headers, body }: Answer, uid: string) {
    const told = Object.fromEntries(headers);
    delete told.date;
    return { status, headers: told, body: JSON.stringify(body).replaceAll(uid, 'uid') };
  }
});

describe('the identity provider’s other calls', () => {
  const auth = createProvider({
    ...moodring.context,
    providerPool: moodring.context.pool,
    hashing: createPasswordHashing(false),
    onLinked() {},
    onSessionsEnded() {},
  });
  const offered = Object.values(auth.api as unknown as Record<string, Offered>).flatMap(({ path, options }) =>
    [options?.method ?? []].flat().map((method) => `${method} ${path}`),
  );
  const others = offered.filter((call) => !call.endsWith('undefined') && !PROVIDER_CALLS.has(call));

  test('the provider has the calls that the product uses, and others', () => {
    expect(offered).toEqual(expect.arrayContaining([...PROVIDER_CALLS]));
    expect(others).toContain('POST /change-email');
    expect(others.length).toBeGreaterThan(10);
  });

  test.each(others)('are not served: %s', async (call) => {
    const [method, path] = call.split(' ') as [string, string];
    for (const client of Object.values(who)) {
      const { status, body } = await client.call(method, `/api/identity${path}`, method === 'POST' ? {} : undefined);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    }
  });

  test.each([
    '/sign-in/email/',
    '//sign-in/email',
    '/sign%2Din/email',
    '/sign-in%2Femail',
    '/Sign-In/email',
    '/x/../sign%2Dout',
  ])('are not served in another spelling: %s', async (path) => {
    expect((await ada.post(`/api/identity${path}`)).status).toBe(404);
  });
});

interface Offered {
  path?: string;
  options?: { method?: string | string[] };
}

describe('the live connection', () => {
  describe.each(Object.entries(LIVE_MATRIX))('%s', (verb, { frame, ...told }) => {
    test.each(['self', 'connection', 'stranger'] as const)('answers %s', async (role) => {
      const [caller, peer] = [who[role] as Member, role === 'self' ? grace : ada];
      const something = { id: crypto.randomUUID(), receiver: caller.uid, content: 'Something to read' };
      await peer.post('/api/messages', something);
      const tab = await caller.listen();
      const typedTo = verb === 'typing' && role !== 'stranger' ? await peer.listen() : undefined;
      tab.send(frame(peer.uid));
      // Otherwise it could reach the next test.
      await typedTo?.next('typing');
      typedTo?.terminate();
      if (told[role] !== null) expect(responseShape(await tab.oldest())).toBe(told[role]);
      // Waits for the read mark of the frame. To `seen` there is never an answer.
      else if (verb === 'read') await caller.post('/api/messages/read', { sender: peer.uid });
      else await caller.get(`/api/users/${caller.uid}/info/mood`);
      expect(await tab.everything()).toEqual([]);
      tab.terminate();
    });
  });

  test('sends the circle the events of the contract, and strangers none', async () => {
    const [adas, graces, eves] = [await ada.listen(), await grace.listen(), await eve.listen()];
    const friend = await signUp({ firstname: 'Alan', lastname: 'Turing' });
    await friend.connect(ada);
    adas.send({ type: 'send', id: crypto.randomUUID(), receiver: grace.uid, content: 'Hello' });
    const { id } = await graces.next('message').then(({ message }) => message);
    graces.send({ type: 'read', sender: ada.uid });
    await adas.next('read');
    graces.send({ type: 'typing', to: ada.uid, isTyping: true });
    const typing = await adas.next('typing');
    await ada.choose('Dark');
    await graces.next('mood');
    const ask = await graces.next('friend-ask');
    await grace.put(`/api/asks/${ask.id}/answer`, { answer: 'yes' });
    const answered = await adas.next('own-ask-answer');
    let own = await adas.next('own-ask');
    while (own.ask!.answers.length === 0) own = await adas.next('own-ask');
    await grace.say(ada, id);
    const heard = [typing, ask, answered, own, ...(await adas.everything()), ...(await graces.everything())];
    expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(Object.keys(LIVE_EVENTS)));
    for (const event of heard) expect(responseShape(event)).toBe(LIVE_EVENTS[event.type]);
    expect(await eves.everything()).toEqual([]);
  });
});

describe('no caller sets fields that only the server sets', () => {
  const NOT_MINE = 'b7e1c0de-0000-4000-8000-00000badcafe';
  const smuggled = {
    uid: NOT_MINE,
    userId: NOT_MINE,
    owner: NOT_MINE,
    sender: NOT_MINE,
    author: NOT_MINE,
    recipient: NOT_MINE,
    id: NOT_MINE,
    email: 'taken@evil.example',
    emailVerified: true,
    mood: 'Purple',
    initials: 'Z·Q',
    phoneKey: '+19998887777',
    phone_key: '+19998887777',
    phoneRestriction: 'smuggled-restriction',
    token: 'smuggled-token',
    createdAt: '2001-02-03T04:05:06.000Z',
    created_at: '2001-02-03T04:05:06.000Z',
    updatedAt: '2001-02-03T04:05:06.000Z',
    expiresAt: '2999-02-03T04:05:06.000Z',
    timestamp: '2001-02-03T04:05:06.000Z',
    lastmessage: '2001-02-03T04:05:06.000Z',
    moodChosenAt: '2001-02-03T04:05:06.000Z',
    chosenAt: '2001-02-03T04:05:06.000Z',
    read: true,
    seq: 1,
    status: 'smuggled-status',
    // Computed, because a plain `__proto__` would set the object's prototype and not be sent.
    ['__proto__']: { mood: 'Purple' },
  };
  const TRACES = /b7e1c0de|evil\.example|Z·Q|9998887777|2001-02-03|2999-02-03|smuggled|Purple/;

  test('all fields are sent', () => {
    expect(Object.keys(JSON.parse(JSON.stringify({ ...smuggled })))).toEqual(Object.keys(smuggled));
    expect(Object.keys(smuggled)).toContain('__proto__');
  });

  test.each(rows.filter(([route]) => !route.startsWith('GET')))('%s', async (route, row) => {
    for (const role of ROLES) {
      const client = await callerOf(row, role);
      const given = { uid: ada.uid, peer: role === 'self' ? grace.uid : ada.uid };
      await client.call(methodOf(route), row.ask(given).path, { ...smuggled, ...row.ask(given).body });
      if (role !== 'self' || row.endsSession || /sign-|password/.test(route)) continue;
      // Also one by one, because a refused field could hide that another one is accepted.
      for (const [field, value] of Object.entries(smuggled))
        await client.call(methodOf(route), row.ask(given).path, { [field]: value, ...row.ask(given).body });
    }
    expect(await allRows()).not.toMatch(TRACES);
  });

  test.each(Object.keys(LIVE_MATRIX))('%s over the live connection', async (verb) => {
    const tab = await ada.listen();
    tab.send({ ...smuggled, ...LIVE_MATRIX[verb]!.frame(grace.uid) });
    await tab.everything();
    expect(await allRows()).not.toMatch(TRACES);
  });
});

import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { suspend } from '#server/features/identity/index.ts';
import { createOperatorInvite } from '#server/features/invites/index.ts';
import { openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';
import { openOpenidProvider, type Subject } from '#tests/support/servers/openid-provider.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const [provider, mail] = [await openOpenidProvider(), await openMailServer()];
afterAll(() => Promise.all([provider.close(), mail.close()]));
const server = await startTestServer({
  oidc: provider.settings,
  rateLimits: true,
  smtp: { url: mail.url, from: 'moodring@example.com' },
});
const { origin, database, log, signUp, forgetAttempts, sql } = server;
const { pool } = database;
beforeEach(forgetAttempts);

let people = 0;
/** Somebody whom the provider knows, and nobody here. */
function newPerson(claims: object = {}): Subject & { email: string } {
  people += 1;
  const names = { given_name: 'Grace', family_name: 'Hopper' };
  return {
    sub: `subject ${people}`,
    email: `person.${people}@home.example`,
    email_verified: true,
    ...names,
    ...claims,
  };
}

/** Cookies are the host's, whatever the port: the app and the provider share the jar. */
class Browser {
  readonly client: Client;
  private readonly origin: string;
  private readonly at: { person: Subject | undefined };
  private readonly cookies = new Map<string, string>();

  constructor(origin = server.origin, at: { person: Subject | undefined } = provider) {
    this.origin = origin;
    this.at = at;
    this.client = new Client(origin);
  }

  async start(inviteCode?: string): Promise<string> {
    const response = await this.call(`${this.origin}/api/identity/oidc/start`, {
      method: 'POST',
      headers: { origin: this.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ inviteCode }),
    });
    expect(response.status).toBe(200);
    return (await response.json()).url;
  }

  /** Follows the provider's pages. @returns the address that it sends the browser back to */
  async logInThere(url: string, person: Subject | undefined): Promise<string> {
    this.at.person = person;
    for (let address = url; ; ) {
      if (address.startsWith(this.origin)) return address;
      const response = await this.call(address);
      expect(response.status).toBe(303);
      address = new URL(response.headers.get('location')!, address).href;
    }
  }

  /** @returns the path that the browser is sent to */
  async finish(address: string): Promise<string> {
    const response = await this.call(address);
    expect(response.status).toBe(302);
    return response.headers.get('location')!.replace(this.origin, '');
  }

  /** A whole log-in. */
  async logIn(person: Subject | undefined, inviteCode?: string): Promise<string> {
    return this.finish(await this.logInThere(await this.start(inviteCode), person));
  }

  /** Who is signed in. */
  async user() {
    return (await this.client.get('/api/identity/get-session')).body?.user ?? null;
  }

  private async call(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: this.client.cookie },
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!;
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(each)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    this.client.cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return response;
  }
}

const accountsOf = async (email: string) =>
  await sql`select a.provider_id as by, a.password is not null as "hasPassword",
         coalesce(access_token, refresh_token, id_token) as token, u.email_verified as "isProven"
       from accounts a join users u on u.id = a.user_id where u.email = ${email} order by a.provider_id`;

const prove = (email: string) => sql`update users set email_verified = true where email = ${email}`;

/** A person with an account at the provider, and one here with a password and the same, confirmed email. */
async function knownPerson() {
  const grace = newPerson();
  const owner = await signUp({ email: grace.email });
  await prove(grace.email);
  return { grace, owner };
}

/** A new person, who has logged in with the provider. */
async function newcomer() {
  const [grace, browser] = [newPerson(), new Browser()];
  expect(await browser.logIn(grace)).toBe('/login');
  return { grace, browser, id: (await browser.user()).id };
}

/** Asks for a link by mail, and sets a password with it. */
async function resetByMail(client: Client, email: string): Promise<void> {
  expect((await client.post('/api/recovery/link', { email })).status).toBe(200);
  const body = { token: tokenOf(await mail.next(email)), password: 'tangerine kettle' };
  expect((await client.post('/api/recovery/password', body)).status).toBe(200);
}

describe('a log-in with the provider', () => {
  test('makes an account with the names and the email; the next one finds it, with another email too', async () => {
    const grace = newPerson();
    const browser = new Browser();
    expect(await browser.logIn(grace)).toBe('/login');
    const user = await browser.user();
    expect(user).toMatchObject({ firstname: 'Grace', lastname: 'Hopper', initials: 'GH', email: grace.email });
    expect(await accountsOf(grace.email)).toEqual([
      { by: 'credential', hasPassword: false, token: null, isProven: true },
      { by: provider.settings.issuer, hasPassword: false, token: null, isProven: true },
    ]);
    const other = new Browser();
    expect(await other.logIn({ ...grace, email: 'another@home.example' })).toBe('/login');
    expect((await other.user()).id).toBe(user.id);
    expect((await browser.user()).id).toBe(user.id);
  });

  test.each([
    ['says it is proven, and here it is not', true, false, false],
    ['says it is not proven, and here it is', false, true, false],
    ['says it is proven, and here it is too', true, true, true],
  ])('finds an account with the email when the provider %s: %s, %s', async (_, there, here, isLinked) => {
    const grace = newPerson({ email_verified: there });
    const owner = await signUp({ email: grace.email });
    if (here) await prove(grace.email);
    const browser = new Browser();
    expect(await browser.logIn(grace)).toBe(isLinked ? '/login' : '/login?error=taken');
    expect((await browser.user())?.id).toBe(isLinked ? owner.uid : undefined);
    expect(await accountsOf(grace.email)).toHaveLength(isLinked ? 2 : 1);
    expect((await new Client(origin).signIn(grace.email, PASSWORD)).status).toBe(200);
  });

  test('links an account once, with a mail; an email that has another owner there by now does not join it', async () => {
    const { grace, owner } = await knownPerson();
    await new Browser().logIn(grace);
    const { headers, text } = await mail.next(grace.email);
    expect(headers.subject).toBe('Log in to Moodring with Our Home');
    expect(text).toContain('From now on Our Home opens it without the password.');
    expect(await new Browser().logIn(newPerson({ email: grace.email }))).toBe('/login?error=taken');
    const { body } = await owner.get(`/api/users/${owner.uid}/recovery`);
    expect(body.linked).toBe(true);
  });

  test('that the owner has ended opens nothing, whoever has the email there, until the owner allows it again', async () => {
    const { grace, owner } = await knownPerson();
    const before = new Browser();
    await before.logIn(grace);
    const path = `/api/users/${owner.uid}`;
    expect((await owner.delete(`${path}/provider`)).status).toBe(200);
    expect(await before.user()).toBeNull();
    expect(await accountsOf(grace.email)).toHaveLength(1);
    const other = newPerson({ email: grace.email });
    for (const person of [grace, other]) expect(await new Browser().logIn(person)).toBe('/login?error=ended');
    expect(await new Browser().logIn({ ...other, email_verified: false })).toBe('/login?error=taken');
    expect((await owner.get(`${path}/recovery`)).body).toMatchObject({ linked: false, providerEnded: true });
    expect((await owner.put(`${path}/provider`, { password: 'not hers at all' })).status).toBe(400);
    expect((await owner.get(`${path}/recovery`)).body).toMatchObject({ providerEnded: true });
    expect((await owner.put(`${path}/provider`, { password: PASSWORD })).status).toBe(200);
    expect((await owner.get(`${path}/recovery`)).body).toMatchObject({ linked: false, providerEnded: false });
    const again = new Browser();
    expect(await again.logIn(grace)).toBe('/login');
    expect((await again.user()).id).toBe(owner.uid);
    expect(await new Browser().logIn(other)).toBe('/login?error=taken');
  });

  test('that the owner ends while it runs leaves no session and no link', async () => {
    const { grace, owner } = await knownPerson();
    onTestFinished(async () => void (await pool.query('drop function end_meanwhile cascade')));
    await sql`
      create function end_meanwhile() returns trigger language plpgsql as $$ begin
        update accounts set provider_ended_at = now() where user_id = new.user_id and provider_id = 'credential';
        return null;
      end $$;
      create trigger end_meanwhile after insert on sessions for each row execute function end_meanwhile()`;
    const browser = new Browser();
    expect(await browser.logIn(grace)).toBe('/login?error=ended');
    expect(await browser.user()).toBeNull();
    expect((await sql`select from sessions where user_id = ${owner.uid}`).length).toBe(1);
    expect(await accountsOf(grace.email)).toHaveLength(1);
  });

  test('ends the session that the browser had, and marks it as known', async () => {
    const { grace, browser, id } = await newcomer();
    const first = browser.client.cookie;
    await browser.logIn(grace);
    const old = new Client(origin);
    old.cookie = first;
    expect((await old.get('/api/identity/get-session')).body).toBeNull();
    expect(browser.client.cookie).toContain('device=');
    expect((await browser.client.get(`/api/users/${id}/devices`)).body).toHaveLength(1);
  });

  test('is ended by a sign-out everywhere, and possible again', async () => {
    const { grace, browser, id } = await newcomer();
    expect((await browser.client.delete(`/api/users/${id}/devices`)).status).toBe(200);
    expect(await browser.user()).toBeNull();
    await browser.logIn(grace);
    expect((await browser.user()).id).toBe(id);
  });

  test('is refused while the person is suspended', async () => {
    const { grace, browser, id } = await newcomer();
    await suspend(pool, id, true);
    expect(await new Browser().logIn(grace)).toBe('/login?error=suspended');
    expect(await browser.user()).toBeNull();
  });

  test('that the person turns back from is no fault; one without an email says so', async () => {
    const browser = new Browser();
    expect(await browser.logIn(undefined)).toBe('/login?error=denied');
    expect(await browser.logIn(newPerson({ email: undefined }))).toBe('/login?error=no_email');
    expect(await browser.user()).toBeNull();
  });
});

test('nobody new is let in where sign-up is closed', async () => {
  const closed = await startTestServer({ oidc: provider.settings, signUp: 'closed' });
  expect(await new Browser(closed.origin).logIn(newPerson())).toBe('/login?error=closed');
  expect((await closed.database.pool.query('select from users')).rowCount).toBe(0);
});

test('where sign-up needs an invitation, a new person needs one, which is used up', async () => {
  const byInvitation = await startTestServer({ oidc: provider.settings, signUp: 'invite' });
  const browser = () => new Browser(byInvitation.origin);
  const { code } = await createOperatorInvite(byInvitation.database.pool, { days: 7, uses: 1 });
  const grace = newPerson();
  expect(await browser().logIn(grace)).toBe('/login?error=invitation');
  expect(await browser().logIn(grace, code)).toBe('/login');
  expect(await browser().logIn(newPerson(), code)).toBe('/login?error=invitation_ended');
  expect(await browser().logIn(grace)).toBe('/login');
});

test('a network makes as many accounts as by the form', async () => {
  await server.insertAttempts({ what: 'sign up, network', whom: '127.0.0.1', times: 10 });
  expect(await new Browser().logIn(newPerson())).toBe('/login?error=too_many');
});

test('whom another provider calls by the same name is somebody else', async () => {
  const other = await openOpenidProvider();
  const node = await startOtherNode(server, { oidc: other.settings });
  const { origin: there } = node.as(await signUp());
  const { grace } = await newcomer();
  other.person = newPerson({ sub: grace.sub });
  const browser = new Browser(there, other);
  expect(await browser.logIn(other.person)).toBe('/login');
  expect((await browser.user()).email).toBe(other.person.email);
  await node.stop();
  await other.close();
});

describe('a stranger', () => {
  test('cannot end another browser’s log-in, nor let it into their own account', async () => {
    const [stranger, victim] = [new Browser(), new Browser()];
    const mine = newPerson();
    const back = await stranger.logInThere(await stranger.start(), mine);
    expect(await victim.finish(back)).toMatch('/login?error=');
    await victim.start();
    expect(await victim.finish(back)).toMatch('/login?error=');
    expect(await victim.user()).toBeNull();
    expect(await accountsOf(mine.email)).toEqual([]);
  });

  test('without a state is counted before it is logged, and then once a minute', async () => {
    const finish = () => fetch(`${origin}/api/identity/oidc/callback?state=x&code=y`, { redirect: 'manual' });
    const statuses = [];
    for (let n = 0; n < 63; n++) statuses.push((await finish()).status);
    expect(statuses).toEqual([...Array(60).fill(302), 429, 429, 429]);
    expect(log.lines.filter(({ msg }) => msg.includes('had no state'))).toHaveLength(1);
  });

  test('cannot use a code with the state of another log-in, nor twice', async () => {
    const [stranger, victim] = [new Browser(), new Browser()];
    const stolen = new URL(await victim.logInThere(await victim.start(), newPerson()));
    const own = new URL(await stranger.logInThere(await stranger.start(), newPerson()));
    own.searchParams.set('code', stolen.searchParams.get('code')!);
    expect(await stranger.finish(own.href)).toBe('/login?error=failed');
    const graces = new Browser();
    const back = await graces.logInThere(await graces.start(), newPerson());
    expect(await graces.finish(back)).toBe('/login');
    expect(await graces.finish(back)).toMatch('/login?error=');
  });

  test('tries no more often than a passkey', async () => {
    const stranger = new Browser();
    for (let n = 0; n < 60; n++) await stranger.start();
    const { status } = await stranger.client.post('/api/identity/oidc/start');
    expect(status).toBe(429);
  });
});

test('while the provider is down a log-in says so, those under way fail, and later it works', async () => {
  const other = await openOpenidProvider();
  other.isDown = true;
  const second = await startTestServer({ oidc: other.settings });
  const start = () => second.visitor.post('/api/identity/oidc/start');
  expect(await start()).toMatchObject({
    status: 503,
    body: { error: { message: 'Our Home does not answer. Please try again later.' } },
  });
  other.isDown = false;
  expect((await start()).status).toBe(200);
  await other.close();

  const browser = new Browser();
  const back = await browser.logInThere(await browser.start(), newPerson());
  provider.isDown = true;
  expect(await browser.finish(back)).toBe('/login?error=failed');
  provider.isDown = false;
  expect(log.lines.some(({ msg }) => msg === 'a log-in by OpenID Connect failed')).toBe(true);
});

describe('an account that has no password', () => {
  const NONE = 'This account has no password yet. ‘Forgot your password?’ gives it one.';

  test('is let in by none, says so where one is asked for, and gets one by mail', async () => {
    const { grace, browser, id } = await newcomer();
    for (const password of [PASSWORD, '', 'null'])
      expect((await new Client(origin).signIn(grace.email, password)).status).toBeGreaterThanOrEqual(400);
    const unlinking = await browser.client.delete(`/api/users/${id}/provider`);
    expect([unlinking.status, unlinking.body.error.message]).toEqual([400, NONE]);
    const change = { currentPassword: PASSWORD, newPassword: 'tangerine kettle' };
    expect((await browser.client.post('/api/identity/change-password', change)).body.message).toBe(NONE);
    const leaving = await browser.client.post(`/api/users/${id}/leave`, { password: PASSWORD });
    expect(leaving.body.error.message).toBe(NONE);

    await resetByMail(browser.client, grace.email);
    expect(await browser.user()).toBeNull();
    expect((await new Client(origin).signIn(grace.email, 'tangerine kettle')).status).toBe(200);
    await browser.logIn(grace);
    expect((await browser.user()).id).toBe(id);
  });

  test('that somebody else made with the email is the owner’s alone after their reset', async () => {
    const email = 'victim@home.example';
    const strangers = newPerson({ email, email_verified: false });
    await new Browser().logIn(strangers);
    expect(await new Browser().logIn(newPerson({ email }))).toBe('/login?error=taken');
    await resetByMail(new Client(origin), email);
    expect((await mail.next(email)).text).toContain('log-ins by other providers and your invitation link were removed');
    expect(await new Browser().logIn(strangers)).toBe('/login?error=taken');
    expect(await new Browser().logIn(newPerson({ email }))).toBe('/login');
  });
});

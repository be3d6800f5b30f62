import { expect, test, vi } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';

const server = await startTextedServer();
const { endpoint, database, origin, visitor, signUp, moodring, settled } = server;
const { pool } = database;

const NEW = 'tangerine kettle morning';
const WRONG = 'That code is not right, or it has run out.';

/** Somebody with a proven phone. */
async function member(isProven = true): Promise<Member> {
  const person = await signUp({ phonenumber: server.newPhone() });
  if (isProven) await pool.query('update users set phone_proven_at = now() where id = $1', [person.uid]);
  return person;
}

async function ticketFor(email: string): Promise<string> {
  const { status: answered, body } = await visitor.post('/api/recovery/code', { email });
  expect(answered).toBe(200);
  return body.ticket;
}

const textsTo = ({ phonenumber }: Member) =>
  endpoint.received.filter(({ body }) => body.phoneNumber === phonenumber).map(({ body }) => body.message);

async function codeFor(person: Member) {
  const before = textsTo(person).length;
  const ticket = await ticketFor(person.email);
  await settled();
  expect(textsTo(person)).toHaveLength(before + 1);
  return { ticket, code: /^\d{6}/.exec(textsTo(person).at(-1)!)![0] };
}

const reset = (ticket: string, code: string, password = NEW) =>
  visitor.post('/api/recovery/password/code', { ticket, code, password });
const messageOf = async (answer: ReturnType<typeof reset>) => (await answer).body.error?.message;

test('a code to the proven phone sets a new password once, and ends all sessions', async () => {
  const ada = await member();
  const live = await ada.listen();
  const { ticket, code } = await codeFor(ada);
  expect(textsTo(ada)).toEqual([`${code} is your Moodring code. It works for 10 minutes. Give it to nobody.`]);
  expect((await reset(ticket, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect((await live.closed).code).toBe(4401);
  expect(await messageOf(reset(ticket, code))).toBe(WRONG);
  expect((await new Client(origin).signIn(ada.email, PASSWORD)).status).toBe(401);
  expect((await new Client(origin).signIn(ada.email, NEW)).status).toBe(200);
});

test('no code goes to an unproven phone, and no answer tells', async () => {
  const [proven, unproven] = [await member(), await member(false)];
  const answers = [];
  for (const email of [proven.email, unproven.email, 'nobody@example.com'])
    answers.push(await visitor.post('/api/recovery/code', { email }));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['ticket']);
    expect(await messageOf(reset(answer.body.ticket, '000000'))).toBe(WRONG);
  }
  await settled();
  expect(textsTo(proven)).toHaveLength(1);
  expect(textsTo(unproven)).toEqual([]);
});

test('a number that was changed since gets no code, and a code to it no longer works', async () => {
  const ada = await member();
  const { ticket, code } = await codeFor(ada);
  await ada.post('/api/identity/update-user', { phonenumber: '+14155552999', password: PASSWORD });
  expect(await messageOf(reset(ticket, code))).toBe(WRONG);
  await ada.post('/api/identity/update-user', { phonenumber: ada.phonenumber, password: PASSWORD });
  await ticketFor(ada.email);
  const other = await member();
  await codeFor(other);
  expect(textsTo(ada)).toHaveLength(1);
});

test('20 guesses find nothing: after five wrong ones the right one is refused too', async () => {
  const ada = await member();
  const { ticket, code } = await codeFor(ada);
  const wrong = Array.from({ length: 20 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'));
  const answers = await Promise.all(wrong.map((each) => messageOf(reset(ticket, each))));
  expect(new Set(answers)).toEqual(new Set([WRONG]));
  expect(await messageOf(reset(ticket, code))).toBe(WRONG);
});

test('guesses with another ticket do not use up the tries of a person’s own code', async () => {
  const ada = await member();
  const { ticket, code } = await codeFor(ada);
  const { ticket: strangers } = await codeFor(ada);
  for (let guess = 0; guess < 6; guess++) await reset(strangers, '000000');
  expect((await reset(ticket, code)).status).toBe(200);
});

test('an expired code, an unknown ticket, and a code after a new password get the answer of a wrong one', async () => {
  const ada = await member();
  const { ticket, code } = await codeFor(ada);
  expect(await messageOf(reset(crypto.randomUUID(), code))).toBe(WRONG);
  await ada.post('/api/identity/change-password', { currentPassword: PASSWORD, newPassword: `${NEW} form` });
  expect(await messageOf(reset(ticket, code))).toBe(WRONG);
  const grace = await member();
  const late = await codeFor(grace);
  await pool.query('update text_codes set expires_at = now() where id = $1', [late.ticket]);
  expect(await messageOf(reset(late.ticket, late.code))).toBe(WRONG);
});

test('of two uses at the same moment one wins', async () => {
  const ada = await member();
  const { ticket, code } = await codeFor(ada);
  const answers = await Promise.all([reset(ticket, code), reset(ticket, code)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
});

test('no table has the code, and a gateway that fails gets it once', async () => {
  const ada = await member();
  endpoint.answer = status(500);
  const { code } = await codeFor(ada);
  endpoint.answer = status(202);
  const tables = ['text_codes', 'texts', 'causes', 'limits'];
  for (const table of tables) {
    const { rows } = await pool.query(`select * from ${table}`);
    expect(JSON.stringify(rows)).not.toContain(`"${code}`);
  }
  const { rows } = await pool.query('select code_hash from text_codes');
  for (const { code_hash: hash } of rows) expect(hash).toMatch(/^[\w-]{43}$/);
  expect(await server.texts()).toEqual([]);
  expect(textsTo(ada)).toHaveLength(1);
});

test('without a gateway a code is refused, for every email alike', async () => {
  const { outbox } = moodring.context;
  const canSend = vi.spyOn(outbox, 'canSend', 'get').mockReturnValue(false);
  for (const email of ['1@example.com', 'nobody@example.com']) {
    const { status: answered, body } = await visitor.post('/api/recovery/code', { email });
    expect([answered, body.error.message]).toEqual([400, 'This Moodring sends no texts.']);
  }
  canSend.mockRestore();
});

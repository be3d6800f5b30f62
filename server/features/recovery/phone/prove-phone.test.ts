import { expect, test } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { recordSaid } from '#server/features/texts/stops/text-stops.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';

const { endpoint, database, signUp, settled } = await startTextedServer({
  textCountries: ['US'],
});

const WRONG = 'That code is not right, or it has run out.';
const ask = (person: Member) => person.post(`/api/users/${person.uid}/phone/code`);
const prove = (person: Member, code: string, password = PASSWORD) =>
  person.post(`/api/users/${person.uid}/phone/proof`, { code, password });
const renumber = (person: Member, phonenumber: string) =>
  person.post('/api/identity/update-user', { phonenumber, password: PASSWORD });
const recoveryOf = async (person: Member) => (await person.get(`/api/users/${person.uid}/recovery`)).body;
const lastCode = (phoneNumber: string) =>
  /^\d{6}/.exec(endpoint.received.filter(({ body }) => body.phoneNumber === phoneNumber).at(-1)!.body.message)![0];

test('a code that was texted to the number proves it, with the password', async () => {
  const ada = await signUp({ phonenumber: '415 555 4001' });
  expect(await recoveryOf(ada)).toMatchObject({ phone: '415 555 4001', phoneProven: false, codeRefused: null });
  expect((await ask(ada)).status).toBe(200);
  const code = lastCode('+14155554001');
  expect([(await prove(ada, code, 'wrong')).status, (await recoveryOf(ada)).phoneProven]).toEqual([400, false]);
  expect((await prove(ada, code)).status).toBe(200);
  expect(await recoveryOf(ada)).toMatchObject({ phoneProven: true });
  expect((await prove(ada, code)).body.error.message).toBe(WRONG);
});

test('another number needs the password, also in place of an unconfirmed one', async () => {
  const ada = await signUp({ phonenumber: '415 555 4011' });
  await ask(ada);
  await prove(ada, lastCode('+14155554011'));
  for (const password of [undefined, '', 'wrong', 5])
    for (const phonenumber of ['415 555 4012', '', '415 555 4011 9']) {
      const { status: answered, body } = await ada.post('/api/identity/update-user', { phonenumber, password });
      expect([answered, body.message]).toEqual([400, 'Invalid password']);
    }
  expect(await recoveryOf(ada)).toMatchObject({ phone: '415 555 4011', phoneProven: true });
  expect((await ada.post('/api/identity/update-user', { firstname: 'Ada' })).status).toBe(200);
  expect((await renumber(ada, '415 555 4012')).status).toBe(200);
  expect((await ada.post('/api/identity/update-user', { phonenumber: '415 555 4013' })).status).toBe(400);
  expect(await recoveryOf(ada)).toMatchObject({ phone: '415 555 4012', phoneProven: false });
});

test('another number is unproven; the same number in another notation is not', async () => {
  const ada = await signUp({ phonenumber: '415 555 4002' });
  await ask(ada);
  await prove(ada, lastCode('+14155554002'));
  await ada.post('/api/identity/update-user', { phonenumber: '+1 (415) 555-4002' });
  expect((await recoveryOf(ada)).phoneProven).toBe(true);
  await renumber(ada, '415 555 4003');
  expect((await recoveryOf(ada)).phoneProven).toBe(false);
  // Nor does a code to an earlier number prove the new one.
  await ask(ada);
  await renumber(ada, '415 555 4005');
  expect((await prove(ada, lastCode('+14155554003'))).body.error.message).toBe(WRONG);
  expect((await recoveryOf(ada)).phoneProven).toBe(false);
  await renumber(ada, '415 555 4002');
  expect((await recoveryOf(ada)).phoneProven).toBe(false);
});

test('five tries, then the right code is refused; another person’s code is wrong; a newer code ends the older', async () => {
  const [ada, grace] = [await signUp({ phonenumber: '415 555 4006' }), await signUp({ phonenumber: '415 555 4007' })];
  await ask(ada);
  await ask(grace);
  const first = lastCode('+14155554006');
  expect((await prove(ada, lastCode('+14155554007'))).status).toBe(400);
  for (let guess = 0; guess < 4; guess++) await prove(ada, '000000');
  expect((await prove(ada, first)).body.error.message).toBe(WRONG);
  await ask(ada);
  expect((await prove(ada, first)).status).toBe(400);
  expect((await prove(ada, lastCode('+14155554006'))).status).toBe(200);
});

test.each([
  ['', 'There is no phone number that texts can reach yet'],
  ['hello', 'There is no phone number that texts can reach yet'],
  ['+19005550123', 'premium'],
  ['+447700900123', 'United States'],
])('no code is sent to %j', async (phonenumber, words) => {
  const ada = await signUp({ phonenumber });
  const { status: answered, body } = await ask(ada);
  expect([answered, body.error.code]).toEqual([400, 'invalid']);
  expect(body.error.message).toContain(words);
  expect((await recoveryOf(ada)).codeRefused).toBe(body.error.message);
});

test('a phone that has texted STOP gets no code, and who asks for one learns nothing of the STOP', async () => {
  await recordSaid(database.pool, { phone: '+14155554010', stopped: true });
  const answers = [];
  for (const phonenumber of ['+14155554009', '+14155554010']) {
    const { status: answered, body } = await ask(await signUp({ phonenumber }));
    answers.push([answered, body]);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).toEqual([200, { ok: true }]);
  expect(endpoint.received.filter(({ body }) => body.phoneNumber === '+14155554010')).toEqual([]);
});

test('when the gateway fails the person reads so, and the code is not sent again', async () => {
  const ada = await signUp({ phonenumber: '415 555 4008' });
  endpoint.answer = status(503);
  const { status: answered, body } = await ask(ada);
  endpoint.answer = status(202);
  expect([answered, body.error.message]).toEqual([503, 'The code could not be sent. Please try again in a moment.']);
  await settled();
  expect((await database.pool.query('select from texts')).rows).toEqual([]);
  expect(endpoint.received.filter(({ body: text }) => text.phoneNumber === '+14155554008')).toHaveLength(1);
});

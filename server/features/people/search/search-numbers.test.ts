import { afterEach, describe, expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const british = await startTestServer({ defaultCountry: 'GB' });
const american = await startTestServer({ defaultCountry: 'US' });

const [ada, bob] = [await british.signUp(), await american.signUp()];

afterEach(async () => {
  for (const [{ database }, { uid }] of [
    [british, ada],
    [american, bob],
  ] as const)
    await database.pool.query('delete from users where id <> $1', [uid]);
});

async function found(query: string, who = ada): Promise<string[]> {
  const { status, body } = await who.post('/api/users/search', { query });
  expect(status).toBe(200);
  return body.map(({ uid }: { uid: string }) => uid);
}

const SPELLINGS = [
  '02079460958',
  '020 7946 0958',
  '+442079460958',
  '+44 20 7946 0958',
  '+44 (0)20 7946 0958',
  '0044 20 7946 0958',
  '44 20 7946 0958',
  '020\u00a07946\u202f0958',
  '020/79460958',
  '020\u20107946\u20110958',
  '020−7946ー0958',
  '\u202a+44 20 7946 0958\u202c',
  '０２０ ７９４６ ０９５８',
  '٠٢٠ ٧٩٤٦ ٠٩٥٨',
  '۰۲۰-۷۹۴۶-۰۹۵۸',
];
/** Without the country code, or without the area code. */
const PARTS = [
  '[020] 7946 · 0958',
  '7946 0958',
  '7946-0958',
  '79460958',
  '+44 20',
  '0044 20',
  '020 7946',
  '(020)',
  '460 958',
  '+44 (0)20 79',
];

/** A number of the USA: the country code is 1, and there is no 0 before the area code. */
const AMERICAN = ['2125553456', '(212) 555-3456', '+1 212 555 3456', '1-212-555-3456', '001 212 555 3456'];
const AMERICAN_PARTS = ['+1 212', '+1212555', '(212) 555', '212 555', '555-3456', '12125', '+1 (212) 55'];

describe('whichever way a number was typed at sign-up', () => {
  test.each(SPELLINGS)('%j is found by all others, and by parts', async (phonenumber) => {
    const grace = await british.signUp({ firstname: 'Grace', phonenumber });
    for (const query of [...SPELLINGS, ...PARTS]) expect(await found(query), query).toEqual([grace.uid]);
    for (const query of ['02079460959', '+45 20 7946 0958', '0045 20 7946 0958', '0 946 09'])
      expect(await found(query), query).toEqual([]);
  });

  test.each(AMERICAN)('%j is found by all others in the USA, and by parts', async (phonenumber) => {
    const grace = await american.signUp({ firstname: 'Grace', phonenumber });
    for (const query of [...AMERICAN, ...AMERICAN_PARTS]) expect(await found(query, bob), query).toEqual([grace.uid]);
    for (const query of ['212 555 3457', '+44 212 555 3456', '(213) 555-3456'])
      expect(await found(query, bob), query).toEqual([]);
  });
});

test('in the USA a number of another country is found as it is dialled there', async () => {
  const grace = await american.signUp({ firstname: 'Grace', phonenumber: '+44 20 7946 0958' });
  for (const query of ['020 7946 0958', '(020) 7946', '+44 (0)20 7946 0958', '011 44 20 7946 0958', '0044 20'])
    expect(await found(query, bob), query).toEqual([grace.uid]);
});

test.each([
  ['Germany', '+49 171 1234567', ['0171 1234567', '0171', '0171/1234567', '+49 171', '0049171', '01711']],
  ['France', '+33 6 12 34 56 78', ['06 12 34 56 78', '0612345678', '00 33 6 12']],
  ['Kenya', '+254 712 123456', ['0712 123456', '+254 (0)712 123456']],
  ['Italy, where the 0 belongs to the number', '+39 06 698 12345', ['06 698 12345', '+39 06']],
])('a number of %s is found as it is dialled there and from abroad', async (_, phonenumber, queries) => {
  const grace = await british.signUp({ firstname: 'Grace', phonenumber });
  for (const query of queries) expect(await found(query), query).toEqual([grace.uid]);
});

test('in a country without trunk 0, a number with 0 is not found', async () => {
  const grace = await british.signUp({ firstname: 'Grace', phonenumber: '+1 415 555 0101' });
  expect(await found('415-555.0101')).toEqual([grace.uid]);
  expect(await found('0415 555')).toEqual([]);
});

test('a number of no country is found by its digits, with any separators', async () => {
  const grace = await british.signUp({ firstname: 'Grace', phonenumber: '0-5.01 / 23' });
  for (const query of ['050123', '05 01 23', '5-0-1', '(0123)', '.01 /', '٠٥٠١٢٣'])
    expect(await found(query), query).toEqual([grace.uid]);
});

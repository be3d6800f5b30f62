import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp } = await startTestServer({ defaultCountry: 'US' });

let ada: Member;
beforeAll(async () => {
  ada = await signUp();
});

afterEach(() => database.db.deleteFrom('users').where('id', '<>', ada.uid).execute());

/** A number as people type it at sign-up and in the search. */
const SPELLINGS = [
  '212 555 3456',
  '2125553456',
  '(212) 555-3456',
  '212-555-3456',
  '212.555.3456',
  '+1 212 555 3456',
  '+1 (212) 555-3456',
  '+12125553456',
  '1 212 555 3456',
  '1-212-555-3456',
  '001 212 555 3456',
];
const PARTS = ['+1 212', '+1212555', '(212) 555', '212 555', '555-3456', '12125', '+1 (212) 55'];

test.each(SPELLINGS)('the same person is found by all spellings of %j', async (phonenumber) => {
  const grace = await signUp({ firstname: 'Grace', phonenumber });
  for (const query of [...SPELLINGS, ...PARTS]) {
    const { body } = await ada.post('/api/users/search', { query });
    expect(
      body.map(({ uid }: { uid: string }) => uid),
      query,
    ).toEqual([grace.uid]);
  }
  for (const query of ['212 555 3457', '+44 212 555 3456', '(213) 555-3456']) {
    expect((await ada.post('/api/users/search', { query })).body, query).toEqual([]);
  }
});

test('a number of another country is found as it is dialled there', async () => {
  const grace = await signUp({ firstname: 'Grace', phonenumber: '+44 20 7946 0958' });
  for (const query of ['020 7946 0958', '(020) 7946', '+44 (0)20 7946 0958', '011 44 20 7946 0958', '0044 20']) {
    const { body } = await ada.post('/api/users/search', { query });
    expect(
      body.map(({ uid }: { uid: string }) => uid),
      query,
    ).toEqual([grace.uid]);
  }
});

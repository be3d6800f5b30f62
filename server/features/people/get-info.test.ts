import { expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { signUp } = await startTestServer();

const ada = await signUp({
  firstname: 'Ada',
  lastname: 'Lovelace',
  phonenumber: '(415) 555-0100',
  email: 'ada@example.com',
});
const grace = await signUp({ firstname: 'Grace', lastname: 'Hopper' });
await grace.connect(ada);

test('a person and their connections see exactly the fields of the specification', async () => {
  // A uid is the same in capitals.
  for (const [who, uid] of [
    [ada, ada.uid],
    [ada, ada.uid.toUpperCase()],
    [grace, ada.uid],
  ] as const) {
    const { status, body } = await who.get(`/api/users/${uid}/info`);
    expect(status).toBe(200);
    expect(body).toEqual({
      uid: ada.uid,
      firstname: 'Ada',
      lastname: 'Lovelace',
      initials: 'AL',
      phonenumber: '(415) 555-0100',
      email: who === ada ? 'ada@example.com' : '',
      mood: 'Green',
    });
  }
});

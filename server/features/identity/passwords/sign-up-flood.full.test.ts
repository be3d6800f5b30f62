import { expect, test } from 'vitest';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { hashAtRealCost } from '#tests/support/passwords/cheap-passwords.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

hashAtRealCost();
const { origin, signUp } = await startTestServer({ trustProxy: 1 });
const FLOOD = 120;
/** Fewer sign-ups end before another call does. In one queue with them, it would come after almost all. */
const MAX_BEFORE = FLOOD / 2;

test('120 sign-ups at once from one network do not delay a mood, a list, or another network’s log-in', async () => {
  const ada = await signUp();
  await ada.connect(await signUp({ firstname: 'Grace', phonenumber: '+14155550101' }));
  let done = 0;
  const flood = Array.from({ length: FLOOD }, async (_, n) => {
    const body = { firstname: 'M', lastname: 'X', name: 'M X', email: `flood${n}@example.com`, password: PASSWORD };
    const answer = await new Client(origin).call('POST', '/api/identity/sign-up/email', body, {
      'x-forwarded-for': '192.0.2.7',
    });
    done += 1;
    return answer.status;
  });
  const doneWhenAnswered = async (call: Promise<{ status: number }>) => {
    expect((await call).status).toBe(200);
    return done;
  };
  const login = { email: ada.email, password: PASSWORD };
  const doneBefore = await Promise.all([
    doneWhenAnswered(ada.choose('Dark')),
    doneWhenAnswered(ada.circle()),
    doneWhenAnswered(ada.get('/api/health')),
    doneWhenAnswered(
      new Client(origin).call('POST', '/api/identity/sign-in/email', login, { 'x-forwarded-for': '198.51.100.1' }),
    ),
  ]);
  for (const count of doneBefore) expect(count).toBeLessThan(MAX_BEFORE);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
}, 120_000);

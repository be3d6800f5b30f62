import { afterAll, expect, test } from 'vitest';
import { answerCode } from '#server/features/texts/index.ts';
import { readTexts } from '#tests/support/database/read-texts.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const { origin, signUp, moodring, settled } = await startTestServer({ generalMessageUrl: endpoint.address });

test('a friend who asks for support reaches the phones of their circle, through the general message endpoint', async () => {
  const ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace' });
  const grace = await signUp({ phonenumber: '(415) 555-0101' });
  const alan = await signUp({ phonenumber: '+44 20 7946 0018' });
  await ada.connect(grace);
  await ada.connect(alan);
  await ada.choose('Dark');
  await settled();
  expect(endpoint.received).toHaveLength(4);
  const words =
    'Your friend Ada Lovelace can really use some support right now, because their mood color has changed to dark. Send them a support message';
  // Each text has a link of its own, on which the friend can answer.
  const { authSecret } = moodring.context.config;
  const texts = endpoint.received.map(({ body, headers }) => {
    const link = `${origin}/a#${answerCode(authSecret, String(headers['idempotency-key']))}`;
    return { ...body, message: body.message.replace(link, 'LINK') };
  });
  expect(
    texts.filter(({ message }) => /support/.test(message)).sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1)),
  ).toEqual([
    { phoneNumber: '+14155550101', message: `${words} LINK` },
    { phoneNumber: '+442079460018', message: `${words} LINK` },
  ]);
});

test('connecting with a service or premium number does not text it', async () => {
  const ada = await signUp();
  for (const phonenumber of ['911', '+1 900 555 0123', '+1 (900) 555-01234']) {
    const friend = await signUp({ phonenumber });
    await ada.connect(friend);
    const hello = { id: crypto.randomUUID(), receiver: friend.uid, content: 'Hello' };
    expect((await ada.post('/api/messages', hello)).status).toBe(200);
  }
  const grace = await signUp({ firstname: 'Grace', phonenumber: '555-0104' });
  await ada.connect(grace);
  await ada.choose('Purple');
  const byAda = async () => (await readTexts(moodring.context.pool, origin)).filter(({ author }) => author === ada.uid);
  await settled();
  const statuses = (await byAda()).map(({ phone_number, status }) => `${phone_number} ${status}`);
  expect([...new Set(statuses)].sort()).toEqual([
    '+1 (900) 555-01234 cancelled',
    '+19005550123 cancelled',
    '555-0104 sent',
    '911 cancelled',
  ]);
  const texted = endpoint.received.filter(({ headers }) => headers['idempotency-key']);
  expect(texted.filter(({ body }) => /911|900/.test(body.phoneNumber))).toEqual([]);
});

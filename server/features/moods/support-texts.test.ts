import { expect, test } from 'vitest';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const { server, endpoint, texts } = await startAskServer();
const { signUp } = server;

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
  const all = await texts(ada);
  expect(all.length).toBeGreaterThan(3);
  for (const { recipient, status } of all) expect(status).toBe(recipient === grace.uid ? 'sent' : 'cancelled');
  expect(new Set(endpoint.received.map(({ body }) => body.phoneNumber))).toEqual(new Set(['555-0104']));
});

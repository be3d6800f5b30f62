import { afterAll, expect, test, vi } from 'vitest';
import { openEndpoint } from '#tests/support/endpoint.ts';
import { startTestServer } from '#tests/support/server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const { origin, signUp } = await startTestServer({ generalMessageUrl: endpoint.address });

test('a friend who asks for support reaches the phones of their circle, through the general message endpoint', async () => {
  const ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace' });
  const grace = await signUp({ phonenumber: '(415) 555-0101' });
  const alan = await signUp({ phonenumber: '+44 20 7946 0018' });
  await ada.connect(grace);
  await ada.connect(alan);
  await ada.choose('Dark');
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(4));
  const message = `Your friend Ada Lovelace can really use some support right now, because their mood color has changed to dark. Send them a support message ${origin}`;
  const bodies = endpoint.received.map(({ body }) => body);
  expect(
    bodies.filter((body) => body.message === message).sort((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1)),
  ).toEqual([
    { phoneNumber: '+14155550101', message },
    { phoneNumber: '+442079460018', message },
  ]);
});

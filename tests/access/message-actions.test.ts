import { beforeEach, describe, expect, test } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { signUp, visitor, allRows } = await startTestServer();

const ACTIONS = {
  react: (who: Client, id: string) => who.put(`/api/messages/${id}/reaction`, { emoji: '👍' }),
  'take a reaction back': (who: Client, id: string) => who.put(`/api/messages/${id}/reaction`, { emoji: null }),
  'delete for me': (who: Client, id: string) => who.post(`/api/messages/${id}/delete`, { for: 'me' }),
  'delete for both': (who: Client, id: string) => who.post(`/api/messages/${id}/delete`, { for: 'both' }),
};

let ada: Member;
let grace: Member;
let eve: Member;
let id: string;
beforeEach(async () => {
  [ada, grace, eve] = [await signUp(), await signUp(), await signUp()];
  await ada.connect(grace);
  await eve.connect(ada);
  await eve.connect(grace);
  id = crypto.randomUUID();
  await ada.post('/api/messages', { id, receiver: grace.uid, content: 'Hello' });
  await grace.put(`/api/messages/${id}/reaction`, { emoji: '❤️' });
});

describe.each(Object.entries(ACTIONS))('to %s', (_, act) => {
  test('a message of other people is no different from one that does not exist', async () => {
    const before = await allRows();
    const [others, none] = [await act(eve, id), await act(eve, crypto.randomUUID())];
    expect(others.status).toBe(404);
    expect(others.body).toEqual(none.body);
    expect((await act(visitor, id)).status).toBe(401);
    expect(await allRows()).toBe(before);
  });

  test.each(['removed', 'removing'])('a message of a friend is impossible for the one who is %s', async (which) => {
    await ada.remove(grace);
    expect((await act(which === 'removing' ? ada : grace, id)).status).toBe(404);
  });
});

import { afterAll, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const { signUp, settled } = await startTestServer({ generalMessageUrl: endpoint.address });

async function befriend(phonenumber: string): Promise<{ ada: Member; grace: Member }> {
  const [ada, grace] = [await signUp(), await signUp({ phonenumber })];
  await ada.connect(grace);
  await grace.post('/api/messages/read', { sender: ada.uid });
  await grace.patch(`/api/users/${grace.uid}/settings`, { messageTexts: 'once', showsRead: false });
  return { ada, grace };
}

async function write(ada: Member, grace: Member): Promise<void> {
  await ada.post('/api/messages', { id: crypto.randomUUID(), receiver: grace.uid, content: 'words' });
  await settled();
}

const texts = async (ada: Member) =>
  (await ada.get(`/api/users/${ada.uid}/export`)).body.texts.filter(
    ({ cause }: { cause: string }) => cause === 'message',
  );

test('of a friend who is texted until they look, and hides that they looked, it has the texts as if they had not', async () => {
  const [looks, looksNot] = [await befriend('+14155550301'), await befriend('+14155550302')];
  for (let n = 0; n < 2; n++) {
    for (const { ada, grace } of [looks, looksNot]) await write(ada, grace);
    await looks.grace.post('/api/messages/read', { sender: looks.ada.uid });
  }
  const toPhone = (grace: Member) => endpoint.received.filter(({ body }) => body.phoneNumber === grace.phonenumber);
  expect([toPhone(looks.grace).length, toPhone(looksNot.grace).length]).toEqual([2 + 1, 1 + 1]);
  expect(await texts(looks.ada)).toHaveLength(1);
  expect(await texts(looksNot.ada)).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { status } from '#tests/support/servers/endpoint.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';

const { endpoint, database, signUp, expectError, settled } = await startTextedServer();

test('exports show exactly the words that the endpoint got', async () => {
  // A text that it refuses is given up at once.
  endpoint.answer = status(400);
  expectError('A text was given up');
  const ada = await signUp({ firstname: 'Ada evil.example', lastname: 'O’Hara\tLovelace' });
  const grace = await signUp({ firstname: '', lastname: '', phonenumber: '+14155550101' });
  await ada.connect(grace);
  await ada.say(grace);
  await ada.choose('Purple');
  await ada.choose('Dark');
  await ada.post('/api/texts/general', { phoneNumber: '+14155550199', message: ' Are you\nthere? evil.example ' });
  await settled();
  const { rows: unsettled } = await database.pool.query(
    `select id::text from causes union all select id::text from texts where status <> 'failed'`,
  );
  expect(unsettled).toEqual([]);

  // A link that answers is for the friend alone.
  const shown = (message: string) => message.replace(/\/a#[\w-]+$/, `/chat/${ada.uid}`);
  const got = new Map(endpoint.received.map(({ headers, body }) => [headers['idempotency-key'], shown(body.message)]));
  expect(got.size).toBe(5);
  expect(endpoint.received.filter(({ body }) => shown(body.message) !== body.message)).toHaveLength(2);
  const wordsOf = (texts: { id: string; message: string }[]) => new Map(texts.map(({ id, message }) => [id, message]));
  // Which message brought a text would tell what the friend wants, and when it is quiet there.
  const { body: own } = await ada.get(`/api/users/${ada.uid}/export`);
  const [byHand] = own.texts;
  expect(wordsOf(own.texts)).toEqual(new Map([[byHand.id, got.get(byHand.id)]]));
  const { body: received } = await grace.get(`/api/users/${grace.uid}/export`);
  const toGrace = endpoint.received.filter(({ body }) => body.phoneNumber === '+14155550101');
  expect(received.textsReceived.map(({ message }: { message: string }) => message).sort()).toEqual(
    toGrace.map(({ body }) => shown(body.message)).sort(),
  );
});

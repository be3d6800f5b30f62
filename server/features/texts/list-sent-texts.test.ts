import { expect, test } from 'vitest';
import { sentTextSchema } from '#contract/views.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, origin, signUp, visitor, settled } = await startTestServer();

test('people see only their own texts by hand and failed texts', async () => {
  const [ada, grace] = [await signUp(), await signUp({ phonenumber: '+14155550101' })];
  await ada.post('/api/texts/general', { phoneNumber: '(415) 555-0100', message: 'Are you there?' });
  await ada.connect(grace);
  await ada.choose('Dark');
  await ada.choose('Purple');
  await settled();
  await database.pool.query(
    `update texts set status = 'failed', attempts = 20, last_error = 'the endpoint answered 503', created_at = now() + interval '1 s'
     where cause_id in (select id from mood_choices where mood = 'Dark')`,
  );

  const words = `Your friend Ada Lovelace can really use some support right now, because their mood color has changed to dark. Send them a support message ${origin}/chat/${ada.uid}`;
  const { status, body } = await ada.get('/api/texts');
  expect(status).toBe(200);
  expect(body.texts.map((text: unknown) => sentTextSchema.strict().parse(text))).toMatchObject([
    { cause: 'mood', recipient: grace.uid, phoneNumber: null, status: 'failed', attempts: 20, message: words },
    { cause: 'form', recipient: null, phoneNumber: '(415) 555-0100', message: 'Are you there?', status: 'recorded' },
  ]);
  expect((await grace.get('/api/texts')).body).toEqual({ texts: [] });
  expect((await visitor.get('/api/texts')).status).toBe(401);

  // As after Grace has left: texts to her go, and her number goes from those by hand.
  await ada.post('/api/texts/general', { phoneNumber: '(415) 555-0101', message: 'Grace?' });
  await settled();
  await grace.remove(ada, true);
  expect((await ada.get('/api/texts')).body.texts).toMatchObject([
    { cause: 'form', phoneNumber: null, message: 'Grace?' },
    { cause: 'form', phoneNumber: '(415) 555-0100' },
  ]);
});

test('at most the newest fifty are listed', async () => {
  const ada = await signUp();
  await database.pool.query(
    `insert into texts (kind, cause, author, phone_number, message, status, created_at)
     select 'general', 'form', $1, '1', n::text, 'sent', now() - n * interval '1 minute' from generate_series(1, 60) n`,
    [ada.uid],
  );
  const { texts } = (await ada.get('/api/texts')).body;
  expect(texts.map(({ message }: { message: string }) => Number(message))).toEqual(
    Array.from({ length: 50 }, (_, n) => n + 1),
  );
});

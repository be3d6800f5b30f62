import { afterAll, expect, test } from 'vitest';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const [mail, endpoint] = [await openMailServer(), await openEndpoint()];
afterAll(() => Promise.all([mail.close(), endpoint.close()]));
const { database, visitor, insertMembers, settled } = await startTestServer({
  rateLimits: true,
  generalMessageUrl: endpoint.address,
  smtp: { url: mail.url, from: 'moodring@example.com' },
});
const { pool } = database;

// How long the answers take: `npm run bench -- reset`.
test('a link or a code is answered before anybody looks for the account', async () => {
  const [ada] = await insertMembers(1);
  await pool.query('update users set phone_proven_at = now() where id = $1', [ada!.uid]);
  const blocker = await pool.connect();
  await blocker.query('begin; lock table users, accounts, one_time_links, text_codes in access exclusive mode');
  const answers = [];
  for (const path of ['/api/recovery/link', '/api/recovery/code'])
    for (const email of [ada!.email, 'nobody@example.com']) answers.push(await visitor.post(path, { email }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect([mail.received, endpoint.received]).toEqual([[], []]);
  await blocker.query('commit');
  blocker.release();
  expect((await mail.next(ada!.email)).text).toContain('/new-password#');
  await settled();
  expect(endpoint.received).toHaveLength(1);
});

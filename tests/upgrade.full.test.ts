import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { Client } from '#fixtures/client.ts';
import { restore } from '#server/database/backup/restore.ts';
import { createTestDatabase } from './support/database/database.ts';
import { hashAtRealCost } from './support/passwords/cheap-passwords.ts';
import { startTestServer } from './support/servers/test-server.ts';

hashAtRealCost();

/** A backup of each release, which `npm run release` made with its demo. */
const releases = globSync('*.sql.gz', { cwd: join(import.meta.dirname, '../fixtures/releases') });

test('each backup has the name of its release', () => {
  for (const release of releases) expect(release).toMatch(/^\d+\.\d+\.\d+\.sql\.gz$/);
});

test.each(releases)('a database of %s keeps every row, and its people log in', async (release) => {
  const old = await createTestDatabase('template1');
  const before = await restore(old.url, join(import.meta.dirname, '../fixtures/releases', release));
  await old.pool.end();
  const { origin, database } = await startTestServer({}, basename(new URL(old.url).pathname));
  for (const { table, rows } of before) {
    const { rowCount } = await database.pool.query(`select from ${table}`);
    expect({ table, rows: rowCount }).toEqual({ table, rows });
  }
  const ada = new Client(origin);
  const { status, body } = await ada.signIn('ada@example.com', 'moodring-demo');
  expect(status).toBe(200);
  const { body: circle } = await ada.get(`/api/users/${body.user.id}/connections`);
  expect(circle.length).toBeGreaterThan(2);
  const { body: chat } = await ada.get(`/api/messages?with=${circle[0].uid}`);
  expect(chat.messages.length).toBeGreaterThan(0);
  await old.drop();
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { checkBackup } from './check-backup.ts';
import { dailyBackup } from './daily-backup.ts';

const { database, signUp } = await startTestServer({}, 'template1');
const ada = await signUp({ firstname: 'Ada\nof \\. London' });
await ada.say(ada);

const newFolder = () => temporaryFolder(onTestFinished);

const run = (folder: string, now: string, { log } = createTestLog()) =>
  dailyBackup({ url: database.url, folder, at: '03:30', log, now: () => new Date(now) }).run(AbortSignal.abort());

test('one backup a day, of the day whose time has passed', async () => {
  const folder = newFolder();
  for (const now of ['2026-05-02T03:29:59', '2026-05-02T03:30:00', '2026-05-02T23:59:00']) await run(folder, now);
  expect(readdirSync(folder)).toEqual(['moodring-2026-05-01.sql.gz', 'moodring-2026-05-02.sql.gz']);
});

test('the last seven are kept, and no other file is touched', async () => {
  const folder = newFolder();
  for (let day = 10; day < 19; day++) writeFileSync(join(folder, `moodring-2026-04-${day}.sql.gz`), '');
  for (const other of ['moodring-by-hand.sql.gz', 'notes.txt']) writeFileSync(join(folder, other), '');
  await run(folder, '2026-05-02T12:00:00');
  expect(readdirSync(folder).sort()).toEqual([
    ...[13, 14, 15, 16, 17, 18].map((day) => `moodring-2026-04-${day}.sql.gz`),
    ...['moodring-2026-05-02.sql.gz', 'moodring-by-hand.sql.gz', 'notes.txt'],
  ]);
});

test('each is read back, and the log says how many rows it has', async () => {
  const [folder, log] = [newFolder(), createTestLog()];
  await run(folder, '2026-05-02T12:00:00', log);
  const file = join(folder, 'moodring-2026-05-02.sql.gz');
  expect(log.lines).toMatchObject([{ msg: 'Backed up, and read back', file, rows: await checkBackup(file) }]);
});

test('a backup that was cut off or lost a row is found out', async () => {
  const folder = newFolder();
  await run(folder, '2026-05-02T12:00:00');
  const file = join(folder, 'moodring-2026-05-02.sql.gz');
  expect(await checkBackup(file)).toBeGreaterThan(0);
  const whole = readFileSync(file);
  const text = gunzipSync(whole).toString();
  const damaged = [
    whole.subarray(0, -100),
    gzipSync(text.slice(0, -80)),
    gzipSync(text.replace(/\n[^\n]*Ada[^\n]*/, '')),
  ];
  for (const bytes of damaged) {
    writeFileSync(file, bytes);
    await expect(checkBackup(file)).rejects.toThrow();
  }
});

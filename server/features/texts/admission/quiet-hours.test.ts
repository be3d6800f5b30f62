import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';

const { pool, drop } = await createTestDatabase();
afterAll(() => drop());

/** @param hours the minutes of the day and the zone, as they are stored */
async function isQuietAt(hours: [from: number | null, to: number | null, zone: string | null], at: string) {
  await pool.query('delete from users');
  await pool.query(
    `insert into users (id, name, firstname, lastname, email, quiet_from, quiet_to, quiet_zone)
     values (gen_random_uuid(), '', '', '', 'ada@example.com', $1, $2, $3)`,
    hours,
  );
  return (await pool.query('select is_quiet(u, $1) as is from users u', [at])).rows[0].is;
}

const NIGHT = [22 * 60, 7 * 60, 'Europe/Berlin'] as [number, number, string];
const AT_NOON = [13 * 60, 14 * 60 + 30, 'Europe/Berlin'] as [number, number, string];
const at = (time: string) => `2026-11-22T${time}:00+01:00`;

test.each([
  ['past midnight', NIGHT, ['22:00', '23:59', '00:00', '06:59'], ['21:59', '07:00']],
  ['within a day', AT_NOON, ['13:00', '14:29'], ['12:59', '14:30']],
])('hours %s are quiet from their first minute to their last', async (_, hours, quiet, loud) => {
  for (const time of quiet) expect(await isQuietAt(hours, at(time)), time).toBe(true);
  for (const time of loud) expect(await isQuietAt(hours, at(time)), time).toBe(false);
});

test('hours follow the zone, also in summer', async () => {
  const summer = '2026-07-01T20:30:00Z';
  expect(await isQuietAt(NIGHT, summer)).toBe(true);
  expect(await isQuietAt([22 * 60, 7 * 60, 'Europe/London'], summer)).toBe(false);
});

test('without hours, and in a zone that is not known any more, nothing is quiet', async () => {
  expect(await isQuietAt([null, null, null], at('23:00'))).toBe(false);
  expect(await isQuietAt([0, 1439, 'Mars/Olympus'], at('12:00'))).toBe(false);
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { forgetMoods } from './forget-moods.ts';

const server = await startTestServer({ undoSeconds: 60 });
const { sql } = server;
const { pool } = server.database;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.now();

let ada: Member;
let grace: Member;
beforeEach(async () => {
  [ada, grace] = (await server.insertMembers(2)) as [Member, Member];
  await ada.connect(grace);
});

/** Stores moods of Ada as if they had been chosen so many days ago. */
async function chosen(...moods: [mood: string, daysAgo: number][]): Promise<void> {
  for (const [mood, daysAgo] of moods)
    await sql`insert into mood_choices (uid, mood, chosen_at) values (${ada.uid}, ${mood}, ${new Date(NOW - daysAgo * DAY)})`;
}

const list = async (from = 0, to = NOW + DAY) =>
  (await ada.get(`/api/users/${ada.uid}/moods?from=${from}&to=${to}`)).body;
const moods = async () => (await list()).moods.map(({ mood }: { mood: string }) => mood);
const forget = (before: number) => ada.delete(`/api/users/${ada.uid}/moods?before=${before}`);
const choose = async (mood: string) => (await ada.choose(mood)).body;
/** The ask's texts have been sent, and it was closed some hours ago. */
async function sentAndClosed(hoursAgo: number): Promise<void> {
  await sql`delete from causes`;
  await sql`update asks set closed_at = now() - ${hoursAgo} * interval '1 hour', closed_how = 'ok' where uid = ${ada.uid}`;
}
const textOf = (choice: string, status: string) =>
  sql`insert into texts (recipient, author, cause_id, kind, cause, status, settled_at, next_attempt_at)
     values (${grace.uid}, ${ada.uid}, ${choice}, 'general', 'mood', ${status},
       case when ${status} = 'sent' then now() end, case when ${status} = 'queued' then now() + interval '1 hour' end)`;

describe('a person’s history', () => {
  test('has the moods of a time in their order, from its first moment on and before its last', async () => {
    await chosen(['Yellow', 3], ['Green', 2], ['Purple', 1]);
    const all = await list();
    expect(all).toEqual({
      moods: [
        { mood: 'Yellow', chosenAt: NOW - 3 * DAY },
        { mood: 'Green', chosenAt: NOW - 2 * DAY },
        { mood: 'Purple', chosenAt: NOW - DAY },
      ],
      before: null,
      first: NOW - 3 * DAY,
    });
    expect((await list(NOW - 3 * DAY, NOW - DAY)).moods).toEqual(all.moods.slice(0, 2));
    expect((await list(NOW - 3 * DAY + 1, NOW - DAY + 1)).moods).toEqual(all.moods.slice(1));
    expect(await list(0, 1)).toEqual({ moods: [], before: null, first: NOW - 3 * DAY });
  });

  test('has no mood that was taken back', async () => {
    await chosen(['Yellow', 3]);
    const { chosenAt } = await choose('Dark');
    expect(await moods()).toEqual(['Yellow', 'Dark']);
    const { mine } = (await ada.get('/api/asks')).body;
    expect((await ada.post(`/api/asks/${mine.id}/undo`)).status).toBe(200);
    expect(await list()).toMatchObject({ moods: [{ mood: 'Yellow' }], first: NOW - 3 * DAY });
    expect((await ada.get(`/api/users/${ada.uid}/moods.csv`)).body).not.toContain(new Date(chosenAt).toISOString());
  });

  test('comes in pages of 2,000 that lose and repeat nothing', async () => {
    await sql`insert into mood_choices (uid, mood, chosen_at)
       select ${ada.uid}, 'Green', to_timestamp(${NOW}::float8 / 1000) - n * interval '1 ms' from generate_series(1, 4500) n`;
    const seen: number[] = [];
    for (let to: number | null = NOW; to !== null; ) {
      const page = await list(0, to);
      expect(page.moods.length).toBeLessThanOrEqual(2_000);
      seen.unshift(...page.moods.map(({ chosenAt }: { chosenAt: number }) => chosenAt));
      to = page.before;
    }
    expect(seen).toEqual(Array.from({ length: 4_500 }, (_, n) => NOW - 4_500 + n));
  });

  test.each(['', '?from=0', '?from=0&to=tomorrow', '?from=-1&to=1', '?from=0&to=1e99'])(
    'needs a time: %j is invalid',
    async (range) => {
      expect((await ada.get(`/api/users/${ada.uid}/moods${range}`)).status).toBe(400);
    },
  );

  test('is a CSV file of times in UTC and moods', async () => {
    await chosen(['Yellow', 3], ['Dark', 1]);
    const { headers, body } = await ada.get(`/api/users/${ada.uid}/moods.csv`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="moods.csv"');
    const time = (daysAgo: number) => new Date(NOW - daysAgo * DAY).toISOString();
    expect(body).toBe(`chosenAt,mood\r\n${time(3)},Yellow\r\n${time(1)},Dark\r\n`);
  });
});

describe('forgetting', () => {
  test('removes the moods before a moment, and what was texted about them, but never the mood that holds, nor friends’ ones', async () => {
    await chosen(['Dark', 9], ['Yellow', 5], ['Green', 4], ['Purple', 2]);
    await sql`insert into mood_choices (uid, mood, chosen_at) values (${grace.uid}, 'Dark', ${new Date(NOW - 9 * DAY)})`;
    const rows = await sql`select id, uid from mood_choices where mood = 'Dark' and uid in (${ada.uid}, ${grace.uid})`;
    for (const { id } of rows) await textOf(id, 'sent');
    expect((await forget(NOW - 4 * DAY)).body).toEqual({ forgotten: 2, kept: 0, isDone: true });
    expect(await moods()).toEqual(['Green', 'Purple']);
    const texts = await sql`select cause_id from texts where cause_id = any(${rows.map(({ id }) => id)})`;
    expect(texts).toEqual([{ cause_id: rows.find(({ uid }) => uid === grace.uid).id }]);
    expect((await forget(NOW + DAY)).body).toEqual({ forgotten: 1, kept: 0, isDone: true });
    expect(await moods()).toEqual(['Purple']);
    expect((await forget(NOW + DAY)).body).toEqual({ forgotten: 0, kept: 0, isDone: true });
    expect((await sql`select from mood_choices where uid = ${grace.uid}`).length).toBe(1);
  });

  test('keeps a hard time and the mood before it until a day after its end, so that undo and links go on', async () => {
    await chosen(['Green', 9], ['Yellow', 5]);
    await choose('Dark');
    await choose('Green');
    expect((await forget(NOW + DAY)).body).toEqual({ forgotten: 1, kept: 2, isDone: true });
    expect(await moods()).toEqual(['Yellow', 'Dark', 'Green']);
    await sentAndClosed(23);
    expect((await forget(NOW + DAY)).body).toMatchObject({ forgotten: 0, kept: 2 });
    await sentAndClosed(25);
    await sql`update asks set called_at = now() - interval '26 hours', asked_at = now() - interval '26 hours'`;
    expect((await forget(NOW + DAY)).body).toEqual({ forgotten: 2, kept: 0, isDone: true });
    expect(await moods()).toEqual(['Green']);
    expect((await sql`select from asks where uid = ${ada.uid}`).length).toBe(0);
  });

  test('an undo after it brings back the mood before', async () => {
    await chosen(['Green', 9], ['Yellow', 5]);
    await choose('Dark');
    await forget(NOW + DAY);
    const { mine } = (await ada.get('/api/asks')).body;
    expect((await ada.post(`/api/asks/${mine.id}/undo`)).body.mood).toBe('Yellow');
  });

  test('keeps a mood whose texts or pushes are on their way, and forgets it when they have left', async () => {
    await chosen(['Dark', 9], ['Purple', 8], ['Dark', 7], ['Green', 1]);
    const rows = await sql`select id from mood_choices where uid = ${ada.uid} order by chosen_at`;
    await textOf(rows[0].id, 'queued');
    const later = `now() + interval '1 minute'`;
    await pool.query(`insert into causes (priority, cause, choice, opens_at) values (0, 'mood', $1, ${later})`, [
      rows[1].id,
    ]);
    await pool.query(`insert into causes (priority, cause, choice, opens_at) values (0, 'mood', $1, ${later})`, [
      rows[2].id,
    ]);
    expect((await forget(NOW)).body).toEqual({ forgotten: 0, kept: 3, isDone: true });
    await sql`update texts set status = 'sent', settled_at = now() where cause_id = ${rows[0].id}`;
    await sql`delete from causes`;
    expect((await forget(NOW)).body).toEqual({ forgotten: 3, kept: 0, isDone: true });
  });

  test('of a long history is done in steps, and can be gone on with', async () => {
    await sql`insert into mood_choices (uid, mood, chosen_at)
       select ${ada.uid}, case when n % 50 = 0 then 'Dark' else 'Green' end, to_timestamp(${NOW}::float8 / 1000) - n * interval '1 hour'
       from generate_series(1, 5000) n`;
    const first = await forgetMoods({ pool }, ada.uid, NOW, 0);
    expect(first).toMatchObject({ kept: 0, isDone: false });
    expect(first.forgotten).toBeGreaterThan(0);
    const rest = await forgetMoods({ pool }, ada.uid, NOW);
    expect([first.forgotten + rest.forgotten, rest.isDone]).toEqual([4_999, true]);
  });

  test('while the person chooses 30 moods loses none of the new ones', async () => {
    await chosen(['Yellow', 3], ['Green', 2]);
    const before = Date.now();
    const [, ...answers] = await Promise.all([
      ...Array.from({ length: 10 }, () => forget(before)),
      ...Array.from({ length: 30 }, (_, n) => ada.choose(n % 2 ? 'Green' : 'Yellow')),
    ]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await forget(before);
    expect((await list(before)).moods).toHaveLength(30);
    expect((await list(0, before)).moods).toHaveLength(0);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { findTextStop, recordSaid } from './text-stops.ts';

const fixture = await createOutboxFixture();
const { pool } = fixture;
beforeEach(() => pool.query('delete from text_stops'));

const PHONE = '+14155550101';
test('a STOP between two attempts counts for the second', async () => {
  let calls = 0;
  fixture.endpoint.answer = async (response) => {
    calls += 1;
    await recordSaid(pool, { phone: PHONE, stopped: true });
    response.writeHead(503).end();
  };
  fixture.start();
  await fixture.store({ phone_number: PHONE });
  await fixture.waitForCounts({ 'form cancelled': 1 });
  expect(calls).toBe(1);
});

describe('what was texted', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const say = (stopped: boolean, at?: Date) => recordSaid(pool, { phone: PHONE, stopped, at });

  test('counts in the order in which it was said, in whatever order it arrives', async () => {
    const said = [
      { stopped: true, at: minutesAgo(3) },
      { stopped: false, at: minutesAgo(2) },
      { stopped: true, at: minutesAgo(1) },
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
      [1, 2, 1, 0, 2],
    ]) {
      await pool.query('delete from text_stops');
      for (const place of order) await say(said[place]!.stopped, said[place]!.at);
      expect(await findTextStop(pool, PHONE), order.join()).toEqual({ to: null });
    }
  });

  test('a STOP in the same millisecond as a START from the future counts', async () => {
    await say(false, new Date(Date.now() + 86_400_000));
    const { rows } = await pool.query<{ at: Date }>('select said_at as at from text_stops');
    await say(true, rows[0]!.at);
    expect(await findTextStop(pool, PHONE)).toEqual({ to: null });
  });

  test('a START is forgotten when no older STOP can arrive any more, a STOP never', async () => {
    await say(false);
    await recordSaid(pool, { phone: '+14155550102', stopped: true });
    await pool.query("update text_stops set said_at = said_at - interval '4 days'");
    await recordSaid(pool, { phone: '+14155550103', stopped: false });
    const { rows } = await pool.query('select phone from text_stops order by phone');
    expect(rows.map(({ phone }) => phone)).toEqual(['+14155550102', '+14155550103']);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRandom } from '#fixtures/population/random.ts';
import { lockPair } from '#server/features/circle/index.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { SEED } from '#tests/support/seed.ts';

const askServer = await startAskServer({ undoSeconds: 60 });
const { server, pool, endpoint, circle, choose, asks, open, openAsk, texts, answer, close, hide } = askServer;
const random = createRandom(SEED, 'races');

test('100 answers racing 100 closes: none opens an ask again, and the later of the two gets the closed words', async () => {
  const [ada, grace] = await circle(3);
  const refused = { code: 'ask_closed', message: 'This has been closed. You can still write.' };
  let late = 0;
  for (let round = 0; round < 100; round += 1) {
    const id = await openAsk(ada);
    // In turn, because the first call has a start.
    const first = round % 2 ? close(ada, id) : undefined;
    const [{ status, body }, closed] = await Promise.all([answer(grace, id, 'yes'), first ?? close(ada, id)]);
    expect(closed.status).toBe(200);
    if (status !== 200) expect([status, body.error]).toEqual([409, refused]);
    late += status === 200 ? 0 : 1;
    const { rows } = await pool.query('select closed_how from asks where id = $1', [id]);
    expect(rows).toEqual([{ closed_how: 'ok' }]);
    expect((await asks(grace)).friends).toEqual([]);
  }
  expect(late).toBeLessThan(100);
}, 60_000);

test('a mood that is hidden while its hold ends asks that friend no more', async () => {
  const [ada, sam] = await circle(3);
  await choose(ada, 'Dark');
  const db = await pool.connect();
  await db.query('begin');
  await lockPair(db, ada.uid, sam.uid);
  const hiding = hide(ada, sam);
  const waiting = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  // After the hiding has begun: its transaction's time is before.
  await pool.query('update asks set opens_at = clock_timestamp() where uid = $1', [ada.uid]);
  await pool.query('update causes set opens_at = clock_timestamp() where opens_at is not null');
  server.moodring.context.causes.wake();
  const asked = 'select from ask_recipients where friend = $1';
  await expect.poll(async () => (await pool.query(asked, [sam.uid])).rowCount).toBe(1);
  await db.query('commit');
  db.release();
  expect((await hiding).status).toBe(200);
  await server.settled();
  expect((await asks(sam)).friends).toEqual([]);
});

/** How long a gateway takes, in milliseconds at most, and what it answers to half of the texts. */
const GATEWAYS: [string, number, number][] = [
  ['fast', 0, 202],
  ['slow', 20, 202],
  ['half-failing', 20, 503],
  ['half-refusing', 20, 400],
];

test.each(GATEWAYS)(
  '50 undos racing a %s gateway: the answer names all that had left',
  async (_, slowestMs, other) => {
    server.expectError('A text was given up');
    // Several times as many as a worker sends at once: some undos come between two claims.
    const [ada] = await circle(40);
    server.holdCalls(0);
    endpoint.answer = async (response) => {
      // biome-ignore lint/plugin: a gateway of any speed
      if (slowestMs > 0) await pause(random.below(slowestMs));
      response.writeHead(random.below(2) ? 202 : other).end();
    };
    const seen = { before: 0, between: 0, exact: 0, after: 0 };
    for (let round = 0; round < 50; round += 1) {
      await choose(ada, 'Dark');
      const { id } = (await asks(ada)).mine!;
      const { rows } = await pool.query('select id from mood_choices where uid = $1 order by chosen_at desc limit 1', [
        ada.uid,
      ]);
      // biome-ignore lint/plugin: the undo comes at any moment of the sending
      await pause(random.below(100));
      const { status: code, body } = await ada.post(`/api/asks/${id}/undo`);
      await server.settled();
      // Those that the gateway refused for now are due again later.
      await pool.query(`update texts set next_attempt_at = now() where status = 'queued' and cause_id = $1`, [
        rows[0].id,
      ]);
      const all = (await texts(ada)).filter(({ choice, cause }) => choice === rows[0].id && cause === 'mood');
      const count = (state: string) => all.filter((text) => text.status === state).length;
      const sent = count('sent');
      if (code === 409) {
        expect(body.error.code).toBe('too_late');
        // A retry may be under way.
        expect(sent + count('failed') + count('queued') + count('sending')).toBe(39);
        await ada.post(`/api/asks/${id}/close`, { tell: false });
        seen.after += 1;
        continue;
      }
      expect({ code, ...body }).toMatchObject({ code: 200, asked: all.length });
      expect(sent + count('failed') + count('cancelled')).toBe(all.length);
      expect([0, 39]).toContain(all.length);
      expect(body.left).toBeGreaterThanOrEqual(sent);
      expect((await asks(ada)).mine?.id).not.toBe(id);
      seen[body.left === 0 ? 'before' : 'between'] += 1;
      if (body.left > 0 && body.left === sent) seen.exact += 1;
    }
    expect(seen.between).toBeGreaterThan(0);
    // A text that a slow machine puts back before it leaves counts, too.
    if (other === 202) expect(seen.exact).toBeGreaterThan(0);
  },
  60_000,
);

test('50 narrowings racing the end of the hold: the texts go to those whom the answer names', async () => {
  for (let round = 0; round < 50; round += 1) {
    const [ada, grace, sam] = await circle(3);
    await choose(ada, 'Dark');
    const { id } = (await asks(ada)).mine!;
    const [{ status, body }] = await Promise.all([ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] }), open()]);
    if (status !== 200) expect([status, body.error.code]).toEqual([409, 'too_late']);
    const expected = status === 200 ? [grace.uid] : [grace.uid, sam.uid].sort();
    expect((await texts(ada)).map(({ recipient }) => recipient).sort()).toEqual(expected);
    expect((await asks(sam)).friends).toHaveLength(status === 200 ? 0 : 1);
  }
}, 60_000);

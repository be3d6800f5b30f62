import { expect, test } from 'vitest';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { say } from '#tests/support/people/chat-friends.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { OLD_REPORTS } from './routes.ts';

const { signUp, database, log, sql } = await startTestServer();
const LONGEST = 'x'.repeat(1_000);

const [ada, sam] = [await signUp(), await signUp({ firstname: 'Sam' })];
await ada.connect(sam);
for (let n = 1; n <= 6; n++) await say(sam, ada, `Where are you? ${n}`);

const report = (change: object = {}) =>
  ada.post('/api/reports', { uid: sam.uid, reason: 'He writes all night.', ...change });
const newest = async () => (await sql`select * from reports order by created_at desc limit 1`)[0]!;

test('a report is kept for the operator, with the last five messages between the two if the person gives them', async () => {
  const his = await sam.listen();
  expect((await report()).body).toEqual({ ok: true });
  expect(await newest()).toMatchObject({ reporter: ada.uid, reported: sam.uid, messages: null, done_at: null });
  expect((await report({ reason: LONGEST, withMessages: true })).status).toBe(200);
  const { messages } = await newest();
  expect(messages.map(({ by, content }: Record<string, string>) => `${by}: ${content}`)).toEqual(
    [2, 3, 4, 5, 6].map((n) => `reported: Where are you? ${n}`),
  );
  expect(JSON.stringify(messages)).not.toMatch(new RegExp(`${ada.uid}|${sam.uid}`));
  expect(await his.everything()).toEqual([]);
  const { body } = await sam.get(`/api/users/${sam.uid}/export`);
  expect([body.reports, JSON.stringify(body).includes('all night')]).toEqual([[], false]);
  const eve = await signUp();
  await eve.post('/api/reports', { uid: sam.uid, reason: 'He knows my friends.', withMessages: true });
  expect(await newest()).toMatchObject({ reporter: eve.uid, messages: [] });
  const own = (await ada.get(`/api/users/${ada.uid}/export`)).body.reports;
  expect(own.map(({ reason }: { reason: string }) => reason).sort()).toEqual(['He writes all night.', LONGEST]);
});

test('the log says that there is a report, without a word of it', async () => {
  await report({ reason: 'a secret word' });
  const lines = log.lines.filter(({ msg }) => msg.startsWith('A person was reported'));
  expect(lines.at(-1)).toMatchObject({ part: 'reports', report: (await newest()).id });
  expect(JSON.stringify(log.lines)).not.toMatch(/secret word|all night|Where are you/);
});

test.each([{ reason: '' }, { reason: ' ' }, { reason: `${LONGEST}x` }, { reason: 1 }, { status: 'done' }])(
  'is refused: %j',
  async (change) => {
    expect((await report(change)).status).toBe(400);
  },
);

test('stays readable after both accounts are deleted, without saying whose it was', async () => {
  await report({ reason: 'before leaving', withMessages: true });
  for (const person of [ada, sam]) expect((await person.leave()).status).toBe(200);
  const rows = await sql`select * from reports where reason = 'before leaving'`;
  expect(rows[0]).toMatchObject({ reporter: null, reported: null });
  expect(rows[0].messages).toHaveLength(5);
  expect(JSON.stringify(rows[0])).not.toMatch(new RegExp(`${ada.uid}|${sam.uid}`));
});

test('goes 180 days after it was done, and not before', async () => {
  await sql`delete from reports`;
  await sql`insert into reports (reason, created_at, done_at) values
       ('old', now() - interval '400 days', now() - interval '181 days'),
       ('done', now() - interval '400 days', now() - interval '179 days'),
       ('open', now() - interval '400 days', null)`;
  await removeFromPages(database.pool, OLD_REPORTS, 0, 1_000);
  const rows = await sql`select reason from reports order by reason`;
  expect(rows.map(({ reason }) => reason)).toEqual(['done', 'open']);
});

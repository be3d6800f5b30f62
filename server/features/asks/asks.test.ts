import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const HOLD_SECONDS = 60;
const server = await startTestServer({ undoSeconds: HOLD_SECONDS });
const { pool } = server.database;

async function circle(size: number): Promise<[Member, ...Member[]]> {
  const people = await server.insertMembers(size);
  await connectAll(
    sqlOn(() => pool),
    people,
  );
  return people as [Member, ...Member[]];
}

const choose = async (who: Member, mood: string) =>
  (await who.put(`/api/users/${who.uid}/info/mood`, { mood, requestId: crypto.randomUUID() })).body;
const asks = async (who: Member) => (await who.get('/api/asks')).body;
const open = () => pool.query(`update asks set opens_at = now() where closed_at is null`);

test('Dark opens an ask that friends see when its hold is over, not before', async () => {
  const [ada, grace] = await circle(3);
  await choose(ada, 'Dark');
  const { mine } = await asks(ada);
  expect(mine).toMatchObject({ level: 'Dark', closed: null, help: null, chosen: null, report: { asked: 2 } });
  expect(mine.opensAt - mine.calledAt).toBe(HOLD_SECONDS * 1000);
  expect((await asks(grace!)).friends).toEqual([]);
  await open();
  expect((await asks(grace!)).friends).toMatchObject([
    { id: mine.id, uid: ada.uid, level: 'Dark', onIt: 0, answer: null },
  ]);
  expect((await asks(grace!)).mine).toBeNull();
});

test('Purple, then Dark is one ask that got worse; Dark, then Purple did not', async () => {
  const [ada] = await circle(2);
  await choose(ada, 'Purple');
  const first = (await asks(ada)).mine;
  await choose(ada, 'Dark');
  const second = (await asks(ada)).mine;
  expect(second).toMatchObject({ id: first.id, level: 'Dark', worseAt: second.calledAt });
  await choose(ada, 'Purple');
  expect((await asks(ada)).mine).toMatchObject({ id: first.id, level: 'Purple', worseAt: second.calledAt });
});

test('Green does not cancel what is held; after two hours the ask closes by itself, and the next call opens a new one', async () => {
  const [ada] = await circle(2);
  await choose(ada, 'Dark');
  const first = (await asks(ada)).mine;
  await choose(ada, 'Green');
  const { rows } = await pool.query(
    'select from text_causes where choice in (select id from mood_choices where ask = $1)',
    [first.id],
  );
  expect(rows).toHaveLength(1);
  expect((await asks(ada)).mine.closed).toBeNull();
  await pool.query(`update asks set eased_at = eased_at - interval '2 hours' where id = $1`, [first.id]);
  expect((await asks(ada)).mine.closed).toMatchObject({ how: 'quiet' });
  await choose(ada, 'Dark');
  expect((await asks(ada)).mine.id).not.toBe(first.id);
});

test('three days after the last word of it an ask has expired, and nobody sees it any more', async () => {
  const [ada, grace] = await circle(2);
  await choose(ada, 'Dark');
  await open();
  await pool.query(`update asks set called_at = now() - interval '73 hours' where uid = $1`, [ada.uid]);
  expect((await asks(ada)).mine.closed).toMatchObject({ how: 'expired' });
  expect((await asks(grace!)).friends).toEqual([]);
});

test('20 choices at once open one ask', async () => {
  const [ada] = await circle(2);
  await Promise.all(Array.from({ length: 20 }, (_, n) => choose(ada, n % 2 ? 'Dark' : 'Purple')));
  const { rows } = await pool.query('select from asks where uid = $1', [ada.uid]);
  expect(rows).toHaveLength(1);
});

test('undo in the hold: no text, the former mood with a later time, and the ask is gone', async () => {
  const [ada, grace] = await circle(3);
  await choose(ada, 'Yellow');
  const { chosenAt } = await choose(ada, 'Dark');
  const { mine } = await asks(ada);
  const { status, body } = await ada.post(`/api/asks/${mine.id}/undo`);
  expect({ status, body }).toEqual({ status: 200, body: { mood: 'Yellow', asked: 0, left: 0, stands: null } });
  expect((await asks(ada)).mine).toBeNull();
  const seen = (await grace!.get(`/api/users/${ada.uid}/info/mood`)).body;
  expect(seen.mood).toBe('Yellow');
  expect(seen.chosenAt).toBeGreaterThan(chosenAt);
  const { rows } = await pool.query(
    'select from text_causes where choice in (select id from mood_choices where uid = $1)',
    [ada.uid],
  );
  expect(rows).toEqual([]);
  expect((await ada.post(`/api/asks/${mine.id}/undo`)).status).toBe(404);
});

test('an undo of the newest of two choices leaves the ask as it was before', async () => {
  const [ada] = await circle(2);
  await choose(ada, 'Purple');
  await choose(ada, 'Dark');
  const { mine } = await asks(ada);
  expect((await ada.post(`/api/asks/${mine.id}/undo`)).body.mood).toBe('Purple');
  expect((await asks(ada)).mine).toMatchObject({ id: mine.id, level: 'Purple', worseAt: null, closed: null });
});

test('an undo does not touch a mood that was chosen since', async () => {
  const [ada] = await circle(2);
  await choose(ada, 'Dark');
  const { mine } = await asks(ada);
  await choose(ada, 'Yellow');
  expect((await ada.post(`/api/asks/${mine.id}/undo`)).body.mood).toBe('Yellow');
  expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Yellow');
});

test('after the texts an undo is too late', async () => {
  const [ada] = await circle(2);
  await choose(ada, 'Dark');
  const { mine } = await asks(ada);
  await open();
  await pool.query('delete from text_causes');
  const { status, body } = await ada.post(`/api/asks/${mine.id}/undo`);
  expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'too_late' });
  // No gateway is set, so the words speak of no texts.
  expect(body.error.message).toBe('Your friends see it already. You can tell them that you’re OK.');
});

test('a yes is seen by name, a no and a look are not, and a hand-over asks the others again', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  await choose(ada, 'Dark');
  await open();
  const { id } = (await asks(ada)).mine;
  await sam!.post(`/api/asks/${id}/seen`);
  await mei!.put(`/api/asks/${id}/answer`, { answer: 'no' });
  expect((await asks(ada)).mine).toMatchObject({ answers: [], report: { seen: 2 } });
  await grace!.put(`/api/asks/${id}/answer`, { answer: 'yes' });
  expect((await asks(ada)).mine.answers).toMatchObject([{ uid: grace!.uid, answer: 'yes', handedOverAt: null }]);
  expect((await asks(sam!)).friends).toMatchObject([{ onIt: 1, names: ['Friend'], handedOverAt: null }]);
  await grace!.post(`/api/asks/${id}/hand-over`);
  expect((await asks(sam!)).friends).toMatchObject([{ onIt: 0, names: [], handedOverAt: expect.any(Number) }]);
  expect((await asks(ada)).mine.answers[0].handedOverAt).toEqual(expect.any(Number));
});

test('to those who do not know the friend who answers, no answer holds their name or uid', async () => {
  const [ada, grace, sam] = await circle(3);
  await pool.query('delete from connections where owner = any($1) and other = any($1)', [[grace!.uid, sam!.uid]]);
  await choose(ada, 'Dark');
  await open();
  const { id } = (await asks(ada)).mine;
  await grace!.put(`/api/asks/${id}/answer`, { answer: 'yes' });
  const [ask] = (await asks(sam!)).friends;
  expect(ask).toMatchObject({ onIt: 1, names: [] });
  expect(JSON.stringify(ask)).not.toContain(grace!.uid);
});

test('what would help and whom to ask: one line of 140 characters, and friends only while it is held', async () => {
  const [ada, grace, sam] = await circle(3);
  await choose(ada, 'Purple');
  const { id } = (await asks(ada)).mine;
  const change = (body: object) => ada.patch(`/api/asks/${id}`, body);
  expect((await change({ help: 'call', note: `  ${'x'.repeat(138)}  ` })).body.mine).toMatchObject({ help: 'call' });
  expect((await change({ note: 'x'.repeat(141) })).status).toBe(400);
  expect((await change({ note: 'two\nlines' })).status).toBe(400);
  expect((await change({ chosen: [crypto.randomUUID()] })).status).toBe(400);
  expect((await change({ chosen: [grace!.uid] })).body.mine).toMatchObject({
    chosen: [grace!.uid],
    report: { asked: 1 },
  });
  await open();
  expect((await asks(grace!)).friends).toHaveLength(1);
  expect((await asks(sam!)).friends).toEqual([]);
  expect((await sam!.put(`/api/asks/${id}/answer`, { answer: 'yes' })).status).toBe(404);
  expect((await change({ chosen: null })).body.error.code).toBe('too_late');
});

test('closing tells those who are told, forgets what would help, and takes no more answers', async () => {
  const [ada, grace, sam] = await circle(3);
  await choose(ada, 'Dark');
  await open();
  const { id } = (await asks(ada)).mine;
  await ada.patch(`/api/asks/${id}`, { note: 'bad night' });
  await grace!.put(`/api/asks/${id}/answer`, { answer: 'yes' });
  await ada.post(`/api/asks/${id}/close`, { tell: true, thank: [grace!.uid, sam!.uid] });
  expect((await asks(grace!)).friends).toMatchObject([{ note: null, closed: { thanked: true } }]);
  expect((await asks(sam!)).friends).toMatchObject([{ closed: { thanked: false } }]);
  const late = await sam!.put(`/api/asks/${id}/answer`, { answer: 'yes' });
  expect({ status: late.status, code: late.body.error.code }).toEqual({ status: 409, code: 'ask_closed' });
});

test('100 answers racing a close never open it again', async () => {
  const [ada, grace] = await circle(2);
  for (let round = 0; round < 20; round++) {
    await choose(ada, 'Dark');
    await open();
    const { id } = (await asks(ada)).mine;
    const answers = Array.from({ length: 5 }, () => grace!.put(`/api/asks/${id}/answer`, { answer: 'yes' }));
    await Promise.all([...answers, ada.post(`/api/asks/${id}/close`, { tell: false })]);
    const { rows } = await pool.query('select closed_how from asks where id = $1', [id]);
    expect(rows).toEqual([{ closed_how: 'ok' }]);
    expect((await asks(grace!)).friends).toEqual([]);
  }
});

test("another person's ask, an unknown one and one that is held are not found, alike", async () => {
  const [ada, grace] = await circle(2);
  const [mallory] = await server.insertMembers(1);
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine;
  const answer = { answer: 'yes' };
  const held = await grace!.put(`/api/asks/${id}/answer`, answer);
  const unknown = await grace!.put(`/api/asks/${crypto.randomUUID()}/answer`, answer);
  expect({ status: held.status, body: held.body }).toEqual({ status: unknown.status, body: unknown.body });
  await open();
  expect((await mallory!.put(`/api/asks/${id}/answer`, answer)).status).toBe(404);
  for (const call of ['undo', 'still']) expect((await grace!.post(`/api/asks/${id}/${call}`)).status).toBe(404);
});

test('friends’ browsers learn of an ask when it opens', async () => {
  const [ada, grace] = await circle(2);
  await pool.query('update users set hold_seconds = 1 where id = $1', [ada.uid]);
  const browser = await grace!.listen();
  const { chosenAt } = await choose(ada, 'Dark');
  expect(await browser.next('friend-ask')).toMatchObject({ uid: ada.uid, level: 'Dark', onIt: 0, state: 'open' });
  expect(Date.now() - chosenAt).toBeGreaterThan(900);
  browser.terminate();
});

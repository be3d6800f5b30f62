import { expect, test, vi } from 'vitest';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const { server, pool, endpoint, circle, choose, openAsk, texts, asks } = await startAskServer({ rateLimits: true });

test('choices above the limit for texts do not fill the queue of calls: one of their ask waits', async () => {
  const [ada] = await circle(2);
  server.holdCalls(60);
  const countCalls = async () => (await pool.query('select from causes where priority = 0')).rowCount;
  await server.insertAttempts({ what: 'ask for support', whom: ada.uid, times: 29 });
  expect((await ada.choose('Dark')).body.textsLimited).toBe(false);
  for (const mood of ['Purple', 'Dark', 'Purple'] as const) {
    const { status, body } = await ada.choose(mood);
    expect([status, body.textsLimited]).toEqual([200, true]);
  }
  expect(await countCalls()).toBe(1);
  // Where none waits any more, the friends are still asked.
  await pool.query('delete from causes');
  expect((await ada.choose('Dark')).body.textsLimited).toBe(true);
  expect(await countCalls()).toBe(1);
});

test('of a hundred calls within a day further ones text nobody, and are stored and shown', async () => {
  const [ada] = await circle(2);
  await server.insertAttempts({ what: 'ask for support', whom: ada.uid, times: 99, ago: '2 hours' });
  expect((await ada.choose('Dark')).body.textsLimited).toBe(false);
  expect(await ada.choose('Purple')).toMatchObject({ status: 200, body: { mood: 'Purple', textsLimited: true } });
  expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Purple');
});

test('a call that is undone in its hold does not count', async () => {
  const [ada] = await circle(2);
  server.holdCalls(60);
  await server.insertAttempts({ what: 'ask for support', whom: ada.uid, times: 29 });
  for (let n = 0; n < 3; n += 1) {
    const { body } = await ada.choose('Dark');
    expect(body.textsLimited).toBe(false);
    expect((await ada.post(`/api/asks/${body.ask.id}/undo`)).body).toMatchObject({ mood: 'Green', left: 0 });
  }
});

test('a call for help passes although the moods of a day are used up', async () => {
  const ada = await server.signUp();
  await server.insertAttempts({ what: 'mood', whom: ada.uid, times: 1_000, ago: '1 hour' });
  await server.insertAttempts({ what: 'ask for support', whom: ada.uid, times: 29 });
  expect((await ada.choose('Yellow')).status).toBe(429);
  const { status, body } = await ada.choose('Dark');
  expect([status, body.textsLimited]).toEqual([200, false]);
  expect((await ada.choose('Purple')).status).toBe(429);
});

/** The statuses of calls, one after the other. */
async function statusesOf(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await call()).status);
  return statuses;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test('60 answers a minute, then a wait; an answer by link has a count of its own', async () => {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada);
  await texts(ada);
  const answer = (who: typeof grace) => who.put(`/api/asks/${id}/answer`, { answer: 'yes' });
  expect(await statusesOf(61, () => answer(grace))).toEqual([...times(60, 200), 429]);
  expect((await answer(sam)).status).toBe(200);
  const { body } = endpoint.received.find((call) => call.body.phoneNumber === grace.phonenumber)!;
  const code = body.message.split('#')[1];
  const byLink = () => server.visitor.post('/api/asks/link/answer', { code, answer: 'later' });
  expect(await statusesOf(61, byLink)).toEqual([...times(60, 200), 429]);
  // These calls are exempt from the bound of a network, so a refused one must cost no statement.
  const query = vi.spyOn(server.moodring.context.pool, 'query');
  expect((await byLink()).status).toBe(429);
  expect(query).not.toHaveBeenCalledWith(expect.objectContaining({ name: 'linked-ask' }));
  query.mockRestore();
  expect((await server.visitor.post('/api/asks/link', { code })).status).toBe(200);
}, 30_000);

test('60 changes of an own ask a minute; undos have a count of their own', async () => {
  const [ada, grace] = await circle(3);
  server.holdCalls(120);
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  const change = () => ada.patch(`/api/asks/${id}`, { help: 'call' });
  expect(await statusesOf(61, change)).toEqual([...times(60, 200), 429]);
  expect((await ada.post(`/api/asks/${id}/undo`)).status).toBe(200);
  await server.insertAttempts({ what: 'undo', whom: grace.uid, times: 6, ago: '0 seconds' });
  for (const path of ['undo', 'slip']) expect((await grace.post(`/api/asks/${id}/${path}`)).status).toBe(429);
}, 30_000);

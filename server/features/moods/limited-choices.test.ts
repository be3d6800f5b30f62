import { expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp, insertAttempts } = await startTestServer({ rateLimits: true, undoSeconds: 60 });

test('choices above the limit for texts do not fill the queue of calls: one of their ask waits', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  await ada.connect(grace);
  const countCalls = async () => (await database.pool.query('select from causes where priority = 0')).rowCount;
  await insertAttempts({ what: 'ask for support', whom: ada.uid, times: 29 });
  expect((await ada.choose('Dark')).body.textsLimited).toBe(false);
  for (const mood of ['Purple', 'Dark', 'Purple'] as const) {
    const { status, body } = await ada.choose(mood);
    expect([status, body.textsLimited]).toEqual([200, true]);
  }
  expect(await countCalls()).toBe(1);
  // Where none waits any more, the friends are still asked.
  await database.pool.query('delete from causes');
  expect((await ada.choose('Dark')).body.textsLimited).toBe(true);
  expect(await countCalls()).toBe(1);
});

test('a call that is undone in its hold does not count', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  await ada.connect(grace);
  await insertAttempts({ what: 'ask for support', whom: ada.uid, times: 29 });
  for (let n = 0; n < 3; n += 1) {
    const { body } = await ada.choose('Dark');
    expect(body.textsLimited).toBe(false);
    expect((await ada.post(`/api/asks/${body.ask.id}/undo`)).body).toMatchObject({ mood: 'Green', left: 0 });
  }
});

test('a call for help passes although the moods of a day are used up', async () => {
  const ada = await signUp();
  await insertAttempts({ what: 'mood', whom: ada.uid, times: 1_000, ago: '1 hour' });
  await insertAttempts({ what: 'ask for support', whom: ada.uid, times: 29 });
  expect((await ada.choose('Yellow')).status).toBe(429);
  const { status, body } = await ada.choose('Dark');
  expect([status, body.textsLimited]).toEqual([200, false]);
  expect((await ada.choose('Purple')).status).toBe(429);
});

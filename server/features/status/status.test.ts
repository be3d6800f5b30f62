import { expect, test } from 'vitest';
import { answerWith } from '#tests/support/push/push-service.ts';
import { startPushTestServer } from '#tests/support/push/push-test-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { readStatus } from './read-status.ts';

const TOKEN = 'a token for the monitoring';
const { visitor, signUp, settled, database } = await startTestServer({ metricsToken: TOKEN });
const closed = await startTestServer();
const push = await startPushTestServer();

const scrape = (authorization: string) => visitor.call('GET', '/metrics', undefined, { authorization });

test('calls for support are counted, with who was reached, and nobody is named', async () => {
  const [ada, grace, mei] = [await signUp(), await signUp({ phonenumber: '415 555 0102' }), await signUp()];
  await ada.connect(grace);
  await ada.connect(mei);
  await ada.choose('Dark');
  await settled();
  const { body } = await grace.get('/api/asks');
  await grace.put(`/api/asks/${body.friends[0].id}/answer`, { answer: 'yes' });
  await mei.choose('Purple');
  await settled();
  const { people, calls, steps, queues, failures, openReports } = await readStatus(database.pool);
  expect({ people, calls, openReports, failures }).toEqual({ people: 3, calls: 2, openReports: 0, failures: [] });
  expect(steps.answered).toEqual({ calls: 1, medianSeconds: expect.any(Number) });
  expect(queues.supportTexts).toEqual({ waiting: 0, oldestSeconds: null });
  expect(queues.pushes).toEqual({ waiting: 0, oldestSeconds: null });
  const answer = await fetch(`${visitor.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^# (HELP|TYPE) moodring_|^moodring_\w+(\{.*\})? [\d.e-]+$/);
  for (const sample of [
    'moodring_database_up 1',
    'moodring_calls_for_support 2',
    'moodring_calls_for_support_reached{step="answered"} 1',
    'moodring_sockets 0',
    'moodring_pool_waiting{pool="main"} 0',
    'moodring_waiting{queue="supportTexts"} 0',
    'moodring_waiting{queue="pushes"} 0',
  ])
    expect(text).toContain(`${sample}\n`);
  for (const step of ['texted', 'pushed', 'seen']) expect(text).toContain(`_support_reached{step="${step}"} `);
  for (const { firstname, email, uid } of [ada, grace, mei])
    expect(text).not.toMatch(new RegExp(`${firstname}|${email}|${uid}`));
});

test('texts that failed are told with the reason', async () => {
  await database.pool.query(`insert into texts (kind, cause, status, last_error, phone_number, message, created_at)
    values ('general', 'form', 'failed', 'the gateway answered 500', '1', 'x', now()), ('general', 'form', 'failed', 'old', '1', 'x', now() - interval '2 days')`);
  const { failures } = await readStatus(database.pool);
  expect(failures).toEqual([{ kind: 'general', reason: 'the gateway answered 500', isOver: true, count: 1 }]);
});

test('pushes that a service does not take wait and are told, whenever the next try is', async () => {
  const [ada, grace] = [await push.signUp(), await push.signUp()];
  await ada.connect(grace);
  await push.subscribe(grace, 'phone');
  push.service.answer = answerWith(503, { 'retry-after': '600' });
  await ada.choose('Dark');
  await push.settled();
  await push.database.pool.query(`update pushes set reason_at = now() - interval '5 minutes'`);
  const { queues, failures, lastPushAt } = await readStatus(push.database.pool);
  expect(queues.pushes).toEqual({ waiting: 1, oldestSeconds: expect.closeTo(300, -2) });
  expect(failures).toEqual([{ kind: 'push', reason: `no success at ${push.service.host}`, isOver: false, count: 1 }]);
  expect(lastPushAt).toBeNull();
});

test('only the bearer of the token gets figures, and without one there are none', async () => {
  for (const given of ['', 'Bearer wrong', TOKEN, `Bearer ${TOKEN}x`]) expect((await scrape(given)).status).toBe(404);
  expect((await closed.visitor.call('GET', '/metrics', undefined, { authorization: 'Bearer undefined' })).status).toBe(
    404,
  );
});

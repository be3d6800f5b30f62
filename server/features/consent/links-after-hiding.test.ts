import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address });
const { pool } = server.database;
const { circle, openAsk, choose, open, texts, asks, age } = asking(server);

let ada: Member;
let sam: Member;
/** Of Ada's first ask, and the link in Sam's text about it. */
let first: string;
let code: string;
beforeEach(async () => {
  [ada, sam] = await circle(3);
  endpoint.received.length = 0;
  first = await openAsk(ada, 'Purple');
  await texts(ada);
  await sam.put(`/api/asks/${first}/answer`, { answer: 'yes' });
  const { body } = endpoint.received.find((call) => call.body.phoneNumber === sam.phonenumber)!;
  code = body.message.split('#')[1]!;
});

const hide = async (hidesMood: boolean) =>
  expect((await ada.patch(`/api/users/${ada.uid}/connections/${sam.uid}/controls`, { hidesMood })).status).toBe(200);
const look = async () => {
  const { status, body } = await server.visitor.post('/api/asks/link', { code });
  return { status, ...body };
};

test.each([
  ['an hour', 200],
  ['25 hours', 404],
])('%s after its end the link of an ask answers %i, also when a later ask is hidden', async (interval, status) => {
  await ada.post(`/api/asks/${first}/close`, { tell: false });
  await age(first, interval.replace('an', '1'));
  const before = await look();
  expect(before.status).toBe(status);
  await openAsk(ada, 'Dark');
  await hide(true);
  expect(await look()).toEqual(before);
  await hide(false);
  expect(await look()).toEqual(before);
});

test('the link of an ask that has ended by itself stays as it is when the mood is hidden afterwards', async () => {
  await choose(ada, 'Green');
  await pool.query(`update asks set eased_at = eased_at - interval '3 hours' where id = $1`, [first]);
  const before = await look();
  expect(before).toMatchObject({ status: 200, isClosed: true, answer: 'yes' });
  await hide(true);
  expect(await look()).toEqual(before);
  await hide(false);
  expect(await look()).toEqual(before);
});

test('an ask that is hidden, shown again, grows worse and is hidden once more: its first link stays as it was', async () => {
  await hide(true);
  const before = await look();
  expect(before).toMatchObject({ status: 200, isClosed: true, answer: 'yes', level: 'Purple' });
  await hide(false);
  await choose(ada, 'Dark');
  await open();
  expect(await look()).toEqual(before);
  await hide(true);
  expect(await look()).toEqual(before);
});

test('after showing again and closing, the person reads of the ask that they have closed', async () => {
  await hide(true);
  await hide(false);
  const { id } = (await asks(ada)).mine!;
  await ada.post(`/api/asks/${id}/close`, { tell: true });
  expect((await asks(ada)).mine).toMatchObject({ id, closed: { how: 'ok' } });
});

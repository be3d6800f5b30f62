import { beforeEach, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { recordSaid } from '#server/features/texts/stops/text-stops.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { setPhone } from '#tests/support/people/set-phone.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { signAsTwilio } from '#tests/support/wire/sign-webhook.ts';

const TOKEN = 'the token of the account';
const askServer = await startAskServer({
  generalMessageUrl: undefined,
  twilio: { accountSid: `AC${'7'.repeat(32)}`, authToken: TOKEN, from: '+14155550199' },
});
const { server, pool, endpoint: twilio, circle, asks, openAsk, texts } = askServer;

/** Twilio's API is the endpoint: other calls go where they are sent. */
const { fetch } = globalThis;
const accepted = status(201, { 'content-type': 'application/json' }, '{"sid":"SM1"}');
const stopped = status(400, { 'content-type': 'application/json' }, '{"code":21610}');
beforeEach(async () => {
  await pool.query('delete from text_stops');
  vi.stubGlobal('fetch', (address: string | URL | Request, init?: RequestInit) =>
    fetch(String(address).startsWith('https://api.twilio.com') ? twilio.address : (address as string), init),
  );
  twilio.answer = accepted;
  return () => vi.unstubAllGlobals();
});

/** What the person reads of the ask, its texts and their friends, with a name for one friend. */
async function seenBy(ada: Member, friend: Member) {
  const answers = [
    (await asks(ada)).mine!.report,
    (await ada.get(`/api/users/${ada.uid}/export`)).body.moods.map((choice: object) => Object.keys(choice)),
  ];
  return JSON.stringify(answers).replaceAll(friend.uid, 'friend');
}

async function reportsStopped(id: string, friend: Member): Promise<number> {
  const address = `${server.origin}/api/texts/twilio?text=${id}`;
  const fields = { MessageSid: 'SM1', To: friend.phonenumber!, MessageStatus: 'undelivered', ErrorCode: '21610' };
  const { body, headers } = signAsTwilio(TOKEN, address, fields);
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

test.each<[string, (friend: Member) => Promise<unknown>, (ask: Member, friend: Member) => Promise<unknown>]>([
  ['a STOP before', ({ phonenumber }) => recordSaid(pool, { phone: phonenumber!, stopped: true }), async () => {}],
  ['a refusal by the gateway (21610)', async () => void Object.assign(twilio, { answer: stopped }), async () => {}],
  [
    'a receipt of the gateway (21610)',
    async () => {},
    async (ada, friend) => expect(await reportsStopped((await texts(ada))[0]!.id, friend)).toBe(204),
  ],
])('%s shows the person who asks no name: as for a friend without a phone', async (_, before, after) => {
  const [ada, grace] = await circle(2);
  await before(grace);
  await openAsk(ada);
  await texts(ada);
  await after(ada, grace);
  expect(await texts(ada)).toMatchObject([{ recipient: grace.uid, status: 'cancelled' }]);

  const [eve, mei] = await circle(2);
  await setPhone(pool, mei.uid, '');
  await openAsk(eve);
  await texts(eve);
  expect(await seenBy(ada, grace)).toBe(await seenBy(eve, mei));
  expect((await asks(ada)).mine!.report).toMatchObject({ asked: 1, appOnly: 1, lost: [] });
  const stops = await pool.query('select from text_stops where phone = $1 and stopped and until > now()', [
    grace.phonenumber,
  ]);
  expect(stops.rowCount).toBe(1);
});

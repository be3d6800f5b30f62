import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { recordSaid } from '#server/features/texts/stops/text-stops.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const askServer = await startAskServer();
const { server, pool, circle, asks, openAsk, answer, texts } = askServer;

beforeEach(() => pool.query('delete from text_stops'));

/** Ada, and two friends who show her their phones. */
async function threeWithPhones() {
  const [ada, grace, sam] = await circle(3);
  for (const friend of [grace, sam]) expect((await friend.set({ showsPhone: true })).status).toBe(200);
  return { ada, grace, sam };
}

/** What Ada may read, without what is different between two friends in any case. */
const withoutNames = (read: unknown, friend: Member) =>
  JSON.stringify(read)
    .replaceAll(friend.uid, 'friend')
    .replaceAll(/[0-9a-f-]{36}|\d{13}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'x');

const QUIET = { quietHours: { from: '00:00', to: '23:59', zone: 'UTC' } };

test.each<[string, (friend: Member, ada: Member) => Promise<unknown>]>([
  ['has muted her', (friend, ada) => friend.control(ada, { mute: 'always' })],
  ['has quiet hours', (friend) => friend.set(QUIET)],
  ['wants no texts', (friend) => friend.set({ texts: 'none' })],
  ['texted STOP', ({ phonenumber }) => recordSaid(pool, { phone: phonenumber!, stopped: true })],
])('in the hold a person cannot ask one friend alone to learn that the friend %s', async (_, decides) => {
  server.holdCalls(30);
  const { ada, grace, sam } = await threeWithPhones();
  await decides(grace, ada);
  const seen = async (friend: Member) => {
    const tab = await ada.listen();
    await ada.set({ asksThese: [friend.uid] });
    const reach = (await ada.get('/api/asks/reach')).body;
    // Dark passes quiet hours.
    const { body } = await ada.choose('Purple');
    const { mine } = await asks(ada);
    await ada.patch(`/api/asks/${mine!.id}`, { chosen: [friend.uid] });
    await server.settled();
    const read = [reach, body, mine, (await asks(ada)).mine, await tab.everything()];
    expect((await ada.post(`/api/asks/${mine!.id}/undo`)).status).toBe(200);
    await server.settled();
    return withoutNames(read, friend).replaceAll(/"version":\d+/g, '');
  };
  expect(await seen(grace)).toBe(await seen(sam));
});

test('a repeat of a call answers as the first one, also after a friend has muted the person', async () => {
  const { ada, grace } = await threeWithPhones();
  const call = { mood: 'Dark', requestId: crypto.randomUUID() };
  const choose = async () => (await ada.put(`/api/users/${ada.uid}/info/mood`, call)).body;
  const first = await choose();
  expect(first).toMatchObject({ friends: 2 });
  await grace.control(ada, { mute: 'always' });
  expect(await choose()).toEqual(first);
});

test('the export tells neither who said no nor who muted the person', async () => {
  const { ada, grace, sam } = await threeWithPhones();
  const exported = async (who: Member) => {
    const { moods, texts: byHand, asks: own } = (await ada.get(`/api/users/${ada.uid}/export`)).body;
    return withoutNames([moods, byHand, own], who);
  };
  /** The one says no before Ada asks once more, and mutes her before the next call. Nothing counts texts. */
  const decides = async (friend: Member) => {
    const id = await openAsk(ada);
    await texts(ada);
    await answer(friend, id, 'no');
    expect((await ada.post(`/api/asks/${id}/again`)).status).toBe(200);
    await friend.control(ada, { mute: 'always' });
    await ada.choose('Dark');
    await texts(ada);
    await ada.choose('Green');
    await askServer.close(ada, id, { tell: true, byText: true });
    await texts(ada);
    await friend.control(ada, { mute: 'off' });
    const read = await exported(friend);
    await pool.query('delete from mood_choices where uid = $1', [ada.uid]);
    await pool.query('delete from asks where uid = $1', [ada.uid]);
    return read;
  };
  const ofGrace = await decides(grace);
  expect(ofGrace).toContain('"mood":"Dark"');
  // With one friend asked, a missing text would tell that the friend cannot, or has muted her.
  expect(ofGrace).not.toMatch(/(texts|again|closing)"/);
  expect(await decides(sam)).toBe(ofGrace);
});

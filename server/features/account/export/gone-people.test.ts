import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';

const { server, pool, answer, asks, close } = await startAskServer();
const { settled, signUp, newPhone } = server;

interface Three {
  sam: Member;
  ada: Member;
  eve: Member;
}

const person = (firstname: string) => signUp({ firstname, phonenumber: newPhone() });

const says = async (from: Member, to: Member, content: string): Promise<string> =>
  (await from.say(to, content)).body.id;
const report = (by: Member, of: Member) =>
  by.post('/api/reports', { uid: of.uid, reason: 'She does not answer.', withMessages: true });

/** Chooses Dark, is answered with a yes, and closes with thanks. */
async function askedAndThanked(who: Member, friend: Member): Promise<void> {
  await who.choose('Dark');
  await settled();
  const { id } = (await asks(who)).mine!;
  await answer(friend, id, 'yes');
  await who.choose('Green');
  expect((await close(who, id, { tell: true, thank: [friend.uid], byText: true })).status).toBe(200);
  await settled();
}

/** Texts a number from the form. Another account has it, too, so that it stays in the text when its person leaves. */
async function typesTo(from: Member, { phonenumber }: Member): Promise<void> {
  await signUp({ phonenumber });
  const text = { phoneNumber: phonenumber, message: 'Hello' };
  expect((await from.post('/api/texts/general', text)).status).toBe(202);
  await settled();
}

/** Three people whose exports name each other wherever that is possible. */
async function friends(): Promise<Three> {
  const [sam, ada, eve] = [await person('Sam'), await person('Ada'), await person('Eve')];
  for (const friend of [ada, eve]) {
    await sam.connect(friend);
    await says(friend, sam, `I am ${friend.firstname}`);
    const id = await says(sam, friend, 'Hello');
    await friend.put(`/api/messages/${id}/reaction`, { emoji: '🤗' });
    await sendPhoto(sam, friend);
  }
  await sam.set({ asksThese: [ada.uid, eve.uid] });
  await askedAndThanked(sam, ada);
  await askedAndThanked(ada, sam);
  await typesTo(sam, ada);
  expect((await report(sam, ada)).status).toBe(200);
  return { sam, ada, eve };
}

/** They know of each other by a report and a text only. */
async function strangers(): Promise<Three> {
  const [sam, ada, eve] = [await person('Sam'), await person('Ada'), await person('Eve')];
  await report(sam, ada);
  const text = { phoneNumber: ada.phonenumber, message: 'Hello' };
  expect((await sam.post('/api/texts/general', text)).status).toBe(202);
  return { sam, ada, eve };
}

/** Sam's export, without ids and times, and sorted: these differ between any two histories. */
async function exportOf({ sam, ada, eve }: Three) {
  await settled();
  const { body } = await sam.get(`/api/users/${sam.uid}/export`);
  expect(body.complete).toBe(true);
  const names = Object.entries({ sam, ada, eve }).flatMap(([name, { uid, email, phonenumber }]) =>
    [uid, email, phonenumber!].map((value, n) => [value, `${name}’s ${n}`] as const),
  );
  const named = names.reduce((text, [value, name]) => text.replaceAll(value, name), JSON.stringify(body));
  const text = named.replaceAll(/[0-9a-f-]{36}|\d{13}|\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'x');
  return JSON.parse(text, (_, value) =>
    Array.isArray(value) ? value.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)) : value,
  );
}

test.each<[string, () => Promise<Three>, (three: Three) => Promise<{ status: number }>]>([
  ['a friend has removed the person', friends, ({ sam, ada }) => ada.remove(sam)],
  ['a friend has blocked the person', friends, ({ sam, ada }) => ada.remove(sam, true)],
  [
    'one whom the person has removed has blocked them',
    async () => {
      const three = await friends();
      await three.sam.remove(three.ada);
      return three;
    },
    ({ sam, ada }) => ada.block(sam),
  ],
  ['a stranger has blocked the person', strangers, ({ sam, ada }) => ada.block(sam)],
])('an export is the same as after the other one has left: %s', async (_, meet, decide) => {
  const [decided, left] = [await meet(), await meet()];
  const before = await exportOf(decided);
  expect(before).toEqual(await exportOf(left));
  expect((await decide(decided)).status).toBe(200);
  expect((await left.ada.leave()).status).toBe(200);
  // The operator gets the last messages with it, if there are any.
  for (const { sam, ada } of [decided, left]) expect((await report(sam, ada)).status).toBe(200);
  const after = await exportOf(decided);
  expect(after.reports).toHaveLength(before.reports.length + 1);
  expect(JSON.stringify(before)).toContain('ada’s');
  expect(JSON.stringify(after)).not.toContain('ada’s');
  expect(after).toEqual(await exportOf(left));
});

test('an ask in an export names nobody who has left, also before the purge has come to it', async () => {
  const { sam, ada } = await friends();
  const named = async () => JSON.stringify((await sam.get(`/api/users/${sam.uid}/export`)).body.asks).includes(ada.uid);
  expect(await named()).toBe(true);
  await holdTransaction(pool, 'select from users where id = $1 for no key update', [sam.uid]);
  expect((await ada.leave()).status).toBe(200);
  expect(await named()).toBe(false);
});

test('who connects again finds the conversation and the past calls in the export as they were', async () => {
  const three = await friends();
  const before = await exportOf(three);
  await three.ada.remove(three.sam);
  expect((await three.ada.connect(three.sam)).status).toBe(200);
  const { messages, moods, asks: own, photos, textsReceived } = await exportOf(three);
  expect(messages).toEqual(expect.arrayContaining(before.messages));
  expect({ moods, own, photos }).toEqual({ moods: before.moods, own: before.asks, photos: before.photos });
  expect(textsReceived).toEqual(expect.arrayContaining(before.textsReceived));
});

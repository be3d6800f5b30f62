import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';
import type { App } from '#tests/support/servers/app-process.ts';

/** Every text that this person caused, from the outbox. A text has a row a moment after it was sent. */
function textsBy(app: App, { uid }: Person) {
  return app.sql('select phone_number as to, message from texts where author = $1 order by created_at', [uid]);
}

test('each chat message sends a text to its receiver', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  await ada.opensChatWith(grace);
  await ada.says('Are you there?');
  const text = `Your friend Ada Lovelace sent you a message on Moodring (${app.url})`;
  await expect.poll(() => app.textsTo(grace.phonenumber)).toEqual([text]);

  await ada.messageBox.fill('   ');
  await ada.messageBox.press('Enter');
  await ada.says('I am.');
  await expect.poll(() => app.textsTo(grace.phonenumber)).toEqual([text, text]);
  await expect.poll(() => textsBy(app, ada)).toHaveLength(2);
});

test('Dark and Purple text every connection with a phone, Green and Yellow text no connection', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const mei = await signUp('Mei', 'Tanaka', { phonenumber: '' });
  const sam = await signUp('Sam', 'Whitlock');
  for (const friend of [grace, mei, sam]) await connected(friend, ada);
  const stranger = await signUp('Noor', 'Haddad');

  await ada.goesTo('/status');
  for (const mood of ['Green', 'Yellow', 'Dark', 'Yellow', 'Purple', 'Green'] as const) await ada.picks(mood);

  const expected = ['dark', 'purple'].map(
    (colour) =>
      `Your friend Ada Lovelace can really use some support right now, because their mood color has changed to ${colour}. Send them a support message ${app.url}/a#`,
  );
  const withoutCodes = (texts: string[]) => texts.map((text) => text.replace(/(\/a#)[\w-]{40,}$/, '$1')).toSorted();
  for (const friend of [grace, sam]) {
    await expect.poll(() => withoutCodes(app.textsTo(friend.phonenumber))).toEqual(expected);
  }
  expect(app.textsTo(stranger.phonenumber)).toEqual([]);
  // The outbox gets its texts together with the mood: none can follow later.
  await expect.poll(() => textsBy(app, ada)).toHaveLength(4);
});

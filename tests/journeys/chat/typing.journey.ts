import { expect, friends, type Person, test } from '#tests/support/browser/journey.ts';

const isTyping = (person: Person, other: Person) => person.page.getByText(`${other.firstname} is typing…`);
/** The code that tells it is loaded late, with that of photos. */
async function inChat(person: Person, other: Person) {
  await person.opensChatWith(other);
  await expect(person.page.getByRole('button', { name: 'Add photos' })).toBeVisible();
}

/** Types until the other sees it: each change of the text says so again after 3 s. */
async function typesSeenBy(other: Person, person: Person) {
  await expect(async () => {
    await person.messageBox.pressSequentially('o');
    await expect(isTyping(other, person)).toBeVisible({ timeout: 3_500 });
  }).toPass();
}

test('the other sees that somebody types, until that ends', {
  tag: '@firefox',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await inChat(ada, grace);
  await inChat(grace, ada);

  await typesSeenBy(grace, ada);
  await expect(isTyping(ada, grace)).toBeHidden();
  // Found below the messages, and not announced.
  expect(
    await isTyping(grace, ada)
      .locator('xpath=ancestor-or-self::*[@aria-live or @role="status" or @role="log"]')
      .count(),
  ).toBe(0);
  await ada.messageBox.fill('');
  // By itself it goes after 5 s.
  await expect(isTyping(grace, ada)).toBeHidden({ timeout: 4_000 });

  await typesSeenBy(grace, ada);
  await ada.messageBox.pressSequentially('h');
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await expect(grace.messages.last()).toHaveText(/^Ada: o+h$/);
  await expect(isTyping(grace, ada)).toBeHidden({ timeout: 4_000 });

  await typesSeenBy(grace, ada);
  await expect(isTyping(grace, ada)).toBeHidden();
});

test('who switches it off is not seen typing and does not see it; with read marks the same', async ({
  signUp,
  app,
}) => {
  const [ada, grace] = await friends(signUp);
  await grace.goesTo('/settings/friends');
  const stored = grace.page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await grace.page.getByRole('switch', { name: 'When I read and type' }).click();
  await stored;
  await inChat(ada, grace);
  await inChat(grace, ada);
  await ada.messageBox.pressSequentially('One');
  await grace.messageBox.pressSequentially('Two');
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await expect(grace.messages.last()).toHaveText('Ada: One');
  const unread = () => app.sql('select content from messages where receiver = $1 and not read', [grace.uid]);
  await expect.poll(unread).toEqual([]);
  await grace.page.getByRole('button', { name: 'Send' }).click();
  // All frames of before came before this message, on the same sockets.
  await expect(ada.messages.last()).toHaveText('Grace: Two');
  for (const [who, other] of [
    [ada, grace],
    [grace, ada],
  ] as const) {
    await expect(isTyping(who, other)).toBeHidden();
    await expect(who.page.getByRole('log').getByText('Read', { exact: true })).toBeHidden();
  }
});

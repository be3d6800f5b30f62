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

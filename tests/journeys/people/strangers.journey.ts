import { connected, expect, test } from '#tests/support/browser/journey.ts';

test('a chat address outside my circle says why there is no chat; capitals do not matter', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const main = ada.page.getByRole('main');
  const opens = async (uid: string, lead = 'You’re not connected with this person.') => {
    await ada.goesTo(`/chat/${uid}`);
    await expect(main.getByRole('heading', { level: 1, name: 'There is no such chat' })).toBeVisible();
    await expect(main.getByText(lead)).toBeVisible();
    await expect(main).not.toContainText('Connect with them first');
    await expect(ada.messageBox).toBeHidden();
  };
  await opens(ada.uid.toUpperCase(), 'This one is you.');
  await opens(grace.uid.slice(1));
  await ada.page.getByRole('link', { name: 'Go to your chats' }).click();
  await expect(ada.page).toHaveURL('/cares');
  // Hidden people and unknown uids look the same.
  const words: (string | null)[] = [];
  for (const uid of [grace.uid, '00000000-0000-0000-0000-000000000000']) {
    await opens(uid);
    // The list beside it loads late.
    await expect(main).toContainText('Nobody here yet');
    words.push(await main.textContent());
  }
  expect(words[1]).toBe(words[0]);
  await ada.page.getByRole('link', { name: 'Find people to connect with' }).click();
  await expect(ada.page).toHaveURL('/connect');
  await expect(ada.page.getByRole('heading', { name: 'New Connection Search' })).toBeVisible();

  await connected(ada, grace);
  await ada.goesTo(`/chat/${grace.uid.toUpperCase()}`);
  await expect(ada.page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  await ada.says('In capitals');
  await grace.opensChatWith(ada);
  await expect(grace.messages.last()).toHaveText('Ada: In capitals');
});

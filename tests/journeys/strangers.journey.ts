import { connected, expect, test } from '../support/journey.ts';

test('a chat with somebody who is not a connection says so, and leads to the search', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  for (const address of [`/chat/${grace.uid}`, '/chat/00000000-0000-0000-0000-000000000000', '/chat/nobody']) {
    await ada.goesTo(address);
    await expect(ada.page.getByRole('heading', { name: 'You are not connected yet' })).toBeVisible();
    await expect(ada.messageBox).toBeHidden();
  }
  await ada.page.getByRole('link', { name: 'Find people to connect with' }).click();
  await expect(ada.page).toHaveURL('/connect');
  await expect(ada.page.getByRole('heading', { name: 'New Connection Search' })).toBeVisible();
});

test('a stranger sees nothing of a mood, of messages and of a circle', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const mallory = await signUp('Mallory', 'Stranger');
  await connected(ada, grace);
  await mallory.goesTo('/circles');
  await ada.goesTo('/status');
  await ada.picks('Dark');
  await ada.opensChatWith(grace);
  await ada.says('Just between us');
  // Told after all that: had there been something for Mallory, it would stand there by now.
  await connected(grace, mallory);
  await expect(mallory.rowOf(grace)).toContainText('1 unread message');
  await expect(mallory.page.getByRole('list', { name: 'Your connections' }).getByRole('listitem')).toHaveCount(1);
  const answers = await Promise.all(
    ['info', 'info/mood', 'connections'].map((what) => mallory.context.request.get(`/api/users/${ada.uid}/${what}`)),
  );
  expect(answers.map((answer) => answer.status())).toEqual([404, 404, 404]);
});

import { connected, expect, test } from '#tests/support/browser/journey.ts';

test('a friend whose name has rarer letters is named in one face', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const friend = await signUp('Lukasz', 'Capek');
  await app.sql(`update users set firstname = 'Łukasz', lastname = 'Čapek' where id = $1`, [friend.uid]);
  await connected(ada, friend);
  const loaded = ada.page.waitForResponse(/newsreader-latin-ext-\w+\.woff2$/);
  await ada.goesTo(`/chat/${friend.uid}`);
  expect((await loaded).status()).toBe(200);
  await expect
    .poll(() => ada.page.evaluate(() => document.fonts.check('600 20px Newsreader', 'Łukasz Čapek')))
    .toBe(true);
});

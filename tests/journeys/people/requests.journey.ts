import { expect, type Person, test } from '#tests/support/browser/journey.ts';
import { enterOn } from '#tests/support/browser/keyboard.ts';

async function asks(person: Person, name: string): Promise<void> {
  await person.goesTo('/connect');
  await person.searches(name);
  const connect = person.page.getByRole('button', { name: 'Connect' });
  const answered = Promise.withResolvers<void>();
  await person.page.route('**/connections/*', (route) => answered.promise.then(() => route.continue()));
  await enterOn(person.page, connect);
  await expect(connect).toBeDisabled();
  await expect(connect, 'it keeps the focus while it works').toBeFocused();
  answered.resolve();
  await expect(person.page.getByText('Asked', { exact: true })).toBeFocused();
  await expect(person.page).toHaveURL('/connect');
}

test('who asks first is asked, live; ‘Not now’ is silent, ‘Accept’ connects', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const [ada, mei, sam] = await Promise.all([
    signUp('Ada', 'Lovelace'),
    signUp('Mei', 'Tanaka'),
    signUp('Samantha', 'Questworth'),
  ]);
  const { page } = sam;
  await sam.goesTo('/settings/found');
  await sam.stores(() => page.getByRole('switch', { name: 'Ask me first' }).click());
  const footer = page.getByRole('contentinfo');
  await sam.goesBy('Status');
  await asks(ada, 'Questworth');
  await expect(footer.getByRole('link', { name: 'Add 1 person would like to be in your circle' })).toBeVisible();
  await sam.goesBy('Add');
  await expect(page.getByText('Ada Lovelace would like to be in your circle.')).toBeVisible();
  await enterOn(page, page.getByRole('button', { name: 'Not now' }));
  await expect(page.getByText('Not now. Nobody is told.')).toBeFocused();
  await expect(page.getByText('would like to be in your circle')).toBeHidden();

  await asks(mei, 'Questworth');
  await mei.goesBy('Circle');
  await expect(mei.page.getByText('Nobody here yet')).toBeVisible();
  await expect(page.getByText('Mei Tanaka would like to be in your circle.')).toBeVisible();
  await enterOn(page, page.getByRole('button', { name: 'Accept' }));
  await expect(page.getByText('Mei Tanaka is in your circle now.')).toBeFocused();
  await expect(footer.getByText('would like to be in your circle')).toBeHidden();
  await expect(mei.rowOf(sam)).toBeVisible();
  await sam.opensChatWith(mei);
  await expect(sam.messages).toHaveText(['Mei: Hey 👋 how are you doing today?']);

  // The asker whom Sam put off goes on reading ‘Asked’.
  await ada.page.reload();
  await ada.searches('Questworth');
  await expect(ada.page.getByText('Asked', { exact: true })).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'Connect' })).toBeHidden();
  expect(await app.sql('select from texts where author = $1', [ada.uid])).toEqual([]);
});

import { expect, type Person, test } from '#tests/support/browser/journey.ts';
import { enterOn } from '#tests/support/browser/keyboard.ts';

async function asks(person: Person, name: string): Promise<void> {
  await person.goesTo('/connect');
  await person.page.getByPlaceholder('Search by first or last name.').fill(name);
  await person.page.getByRole('button', { name: 'Search' }).click();
  await enterOn(person.page, person.page.getByRole('button', { name: 'Connect' }));
  await expect(person.page.getByText('Asked', { exact: true })).toBeFocused();
  await expect(person.page).toHaveURL('/connect');
}

async function wantsToBeAsked(person: Person): Promise<void> {
  await person.goesTo('/settings');
  const stored = person.page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await person.page.getByRole('radio', { name: 'Ask me first' }).click();
  await stored;
}

test('who asks first is asked, live, with a mark on the footer; Accept connects both', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const sam = await signUp('Samantha', 'Questworth');
  await wantsToBeAsked(sam);
  await sam.goesTo('/status');
  const footer = sam.page.getByRole('contentinfo');
  await asks(ada, 'Questworth');
  await expect(footer.getByRole('link', { name: 'Add 1 person would like to be in your circle' })).toBeVisible();
  await ada.goesTo('/circles');
  await expect(ada.page.getByText('Nobody here yet')).toBeVisible();

  await footer.getByRole('link', { name: 'Add' }).click();
  await expect(sam.page.getByText('Ada Lovelace would like to be in your circle.')).toBeVisible();
  await enterOn(sam.page, sam.page.getByRole('button', { name: 'Accept' }));
  await expect(sam.page.getByText('Ada Lovelace is in your circle now.')).toBeFocused();
  await expect(footer.getByText('would like to be in your circle')).toBeHidden();
  await expect(ada.rowOf(sam)).toBeVisible();
  await sam.opensChatWith(ada);
  await expect(sam.messages).toHaveText(['Ada: Hey 👋 how are you doing today?']);
});

test('Not now says nothing: the asker goes on reading ‘Asked’', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const sam = await signUp('Samuel', 'Notnowton');
  await wantsToBeAsked(sam);
  await asks(ada, 'Notnowton');
  await sam.goesTo('/connect');
  await enterOn(sam.page, sam.page.getByRole('button', { name: 'Not now' }));
  await expect(sam.page.getByText('Not now. Nobody is told.')).toBeFocused();
  await expect(sam.page.getByText('would like to be in your circle')).toBeHidden();
  await ada.page.reload();
  await ada.page.getByPlaceholder('Search by first or last name.').fill('Notnowton');
  await ada.page.getByRole('button', { name: 'Search' }).click();
  await expect(ada.page.getByText('Asked', { exact: true })).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'Connect' })).toBeHidden();
  expect(await app.sql('select from texts where author = $1', [ada.uid])).toEqual([]);
});

import { expect, ownApp, test } from '#tests/support/browser/journey.ts';
import { Person } from '#tests/support/people/person.ts';

const PLEASE_SELECT = 'Please select a mood that you are surfacing.';

async function nothingIsPicked({ page }: Person) {
  await expect(page.getByRole('radio', { checked: false })).toHaveCount(4);
}

for (const address of ['/', '/mood', '/status']) {
  test(`${address} lists four moods, picks none, and marks the current one`, async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace');
    await ada.goesTo(address);
    const moods = ada.page.getByRole('radio');
    const names = [
      'Feeling Good – your mood now',
      'I could really use support',
      "I'm okay, just stressed",
      "I'm in bad shape",
    ];
    await expect(moods).toHaveCount(4);
    for (const [index, name] of names.entries()) await expect(moods.nth(index)).toHaveAccessibleName(name);
    await expect(ada.page.getByRole('main').getByText('now', { exact: true })).toBeVisible();
    await nothingIsPicked(ada);
  });

  test(`${address} shares nothing before a mood is picked`, async ({ signUp, app }) => {
    const ada = await signUp('Ada', 'Lovelace');
    await ada.goesTo(address);
    await expect(ada.page.getByText('now', { exact: true })).toBeVisible();
    const button = ada.page.getByRole('button', { name: 'Share my mood' });
    await button.click();
    await expect(ada.page.getByRole('alert')).toHaveText(PLEASE_SELECT);
    await expect(ada.page).toHaveURL(address);
    await ada.page.getByText("I'm in bad shape").click();
    await expect(ada.page.getByRole('alert')).toBeEmpty();
    expect(await app.sql('select from mood_choices where uid = $1', [ada.uid])).toEqual([]);
    await expect(button).toBeHidden();
    await ada.page.getByRole('button', { name: 'Ask my friends for support' }).click();
    await expect(ada.page.getByText('Your current mood : Dark')).toBeVisible();
  });
}

for (const address of ['/', '/mood']) {
  test(`after a mood is picked, ${address} confirms it and goes to the chats`, async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace');
    await ada.page.clock.install();
    await ada.goesTo(address);
    await ada.picks('Purple');
    await ada.page.clock.fastForward(10_000);
    await expect(ada.page).toHaveURL('/cares');
  });
}

test('/status shares mood after mood without a redirect, and picks none by itself', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.clock.install();
  await ada.goesTo('/status');
  for (const mood of ['Dark', 'Green', 'Purple', 'Yellow'] as const) {
    await ada.picks(mood);
    await ada.page.clock.fastForward(10_000);
    await expect(ada.page.getByText(`Your current mood : ${mood}`)).toBeVisible();
    await expect(ada.page).toHaveURL('/status');
    await nothingIsPicked(ada);
  }
  await expect(ada.page.getByRole('radio', { name: 'your mood now' })).toHaveAccessibleName(/^I'm okay, just stressed/);
});

test('a second press while Dark shares nothing, so friends are not texted again', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/status');
  await ada.picks('Dark');
  await ada.page.getByRole('button', { name: 'Share my mood' }).click();
  await expect(ada.page.getByRole('main').getByRole('alert')).toHaveText(PLEASE_SELECT);
  await ada.page.reload();
  await ada.page.getByRole('button', { name: 'Share my mood' }).click();
  await expect(ada.page.getByRole('main').getByRole('alert')).toHaveText(PLEASE_SELECT);
  expect(await app.sql('select from mood_choices where uid = $1', [ada.uid])).toHaveLength(1);
});

test('with the keyboard, Space picks, arrows pick the next, and after sharing none is picked', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { keyboard } = ada.page;
  const mood = (name: string) => ada.page.getByRole('radio', { name });
  await ada.goesTo('/status');
  await mood('Feeling Good').focus();
  await nothingIsPicked(ada);
  await keyboard.press('Enter');
  await expect(ada.page.getByRole('alert')).toHaveText(PLEASE_SELECT);
  await keyboard.press('Space');
  await expect(mood('Feeling Good')).toBeChecked();
  await expect(ada.page.getByRole('alert')).toBeEmpty();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(mood("I'm okay, just stressed")).toBeChecked();
  await keyboard.press('Enter');
  await expect(ada.page.getByText('Your current mood : Yellow')).toBeVisible();
  await nothingIsPicked(ada);
});

test('a mood that is picked while another is being shared stays picked', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const released = Promise.withResolvers<void>();
  await ada.page.route('**/info/mood', async (route) => {
    if (route.request().method() === 'PUT') await released.promise;
    await route.continue();
  });
  await ada.goesTo('/status');
  await ada.page.getByText("I'm in bad shape").click();
  await ada.page.getByRole('button', { name: 'Ask my friends for support' }).click();
  await ada.page.getByText('Feeling Good').click();
  released.resolve();
  await expect(ada.page.getByText('Your current mood : Dark')).toBeVisible();
  await expect(ada.page.getByRole('radio', { name: 'Feeling Good' })).toBeChecked();
});

test('a mood that was chosen in another tab gets the mark', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/status');
  await expect(ada.page.getByRole('radio', { name: 'Feeling Good – your mood now' })).toBeVisible();
  await ada.calls('PUT', `/api/users/${ada.uid}/info/mood`, { mood: 'Purple' });
  await expect(ada.page.getByRole('radio', { name: 'I could really use support – your mood now' })).toBeVisible();
  await nothingIsPicked(ada);
});

test.describe(() => {
  const app = ownApp({ RATE_LIMITS: 'on' });

  test('a mood over the limit of texts is shared without texts, and the screen says so', async ({ browser }) => {
    const profile = { firstname: 'Ada', lastname: 'Lovelace', email: 'ada@example.com', phonenumber: '' };
    const ada = await Person.signUp(browser, app().url, {}, profile);
    const calls = Array.from({ length: 30 }, () =>
      ada.calls('PUT', `/api/users/${ada.uid}/info/mood`, { mood: 'Purple' }),
    );
    await Promise.all(calls);
    await ada.goesTo('/mood');
    await ada.picks('Dark');
    await expect(ada.page.getByText(/^Your friends see it\. They were texted 30 times within the hour/)).toBeVisible();
    await expect(ada.page).toHaveURL('/cares');
    expect(await app().sql('select mood from users where id = $1', [ada.uid])).toEqual([{ mood: 'Dark' }]);
    expect(ada.unexpectedErrors()).toEqual([]);
    await ada.context.close();
  });
});

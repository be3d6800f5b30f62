import type { Locator } from '@playwright/test';
import { expect, friends, type Person, test } from '#tests/support/browser/journey.ts';
import { enterOn, tabTo } from '#tests/support/browser/keyboard.ts';
import { leavesQuickly } from '#tests/support/browser/leaves-quickly.ts';

/** Opens a page of the settings by their list. Its heading gets the focus. */
async function opensPage({ page }: Person, name: string): Promise<void> {
  await enterOn(page, page.getByRole('main').getByRole('link', { name }));
  await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`${name} · Settings · Moodring$`));
}

/** Goes to a switch or radio and presses a key, until the change is stored. */
async function sets(who: Person, control: Locator, key: string): Promise<void> {
  await tabTo(who.page, control);
  await who.stores(() => who.page.keyboard.press(key));
}

const turn = ({ page }: Person, name: string) => page.getByRole('switch', { name, exact: true });
const radio = ({ page }: Person, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true });

test('who finds a person and what reaches them is set by keyboard, and holds', { tag: '@core' }, async ({ signUp }) => {
  const ada = await signUp('Philomena', 'Quackenbush');
  const { page } = ada;
  await ada.goesTo('/settings');
  await opensPage(ada, 'Who can find me');
  for (const name of ['They can find me', 'Ask me first']) await sets(ada, turn(ada, name), 'Space');
  await enterOn(page, page.getByRole('main').getByRole('link', { name: 'Settings' }));
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
  await opensPage(ada, 'What reaches me');
  await sets(ada, radio(ada, 'Text me about', 'All'), 'ArrowDown');
  await sets(ada, turn(ada, 'Keep these hours quiet'), 'Space');
  await ada.stores(async () => {
    await page.getByLabel('From').fill('21:30');
    await page.getByLabel('To').focus();
  });

  await page.reload();
  await expect(radio(ada, 'Text me about', 'Calls for support')).toBeChecked();
  await expect(page.getByLabel('From')).toHaveValue('21:30');
  await ada.goesTo('/settings/found');
  await expect(turn(ada, 'They can find me')).not.toBeChecked();
  await expect(turn(ada, 'Ask me first')).toBeChecked();
  const grace = await signUp('Grace', 'Hopper');
  for (const query of ['Quackenbush', ada.phonenumber.slice(-7)])
    expect(await grace.calls('POST', '/api/users/search', { query })).toEqual([]);
});

test('what friends see and whom a person asks is set by keyboard, and holds', { tag: '@core' }, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  const { page } = ada;
  await ada.goesTo('/settings');
  await opensPage(ada, 'What friends see');
  for (const name of ['My phone number', 'When I read and type']) await sets(ada, turn(ada, name), 'Space');
  await tabTo(page, radio(ada, 'Who I ask', 'Everyone'));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Choose at least one friend. Until then everyone is asked.')).toBeVisible();
  await sets(ada, page.getByRole('checkbox', { name: 'Grace Hopper' }), 'Space');

  await page.reload();
  for (const name of ['My phone number', 'When I read and type']) await expect(turn(ada, name)).not.toBeChecked();
  await expect(radio(ada, 'Who I ask', 'These friends')).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Grace Hopper' })).toBeChecked();
  const answer = await grace.context.request.get(`/api/users/${grace.uid}/connections`);
  expect(await answer.json()).toMatchObject([{ uid: ada.uid, phonenumber: '', email: '' }]);

  await ada.goesBy('Status');
  await page.getByRole('main').getByText("I'm in bad shape").click();
  await expect(page.getByText('Only Grace is asked (your setting).')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Change' }).click();
  await expect(radio(ada, 'Who I ask', 'These friends')).toBeChecked();
});

test('Leave quickly in the settings, or Esc twice, replaces them by a neutral page', async ({ signUp }) => {
  await leavesQuickly(await signUp('Ada', 'Lovelace'), '/settings', '/help');
});

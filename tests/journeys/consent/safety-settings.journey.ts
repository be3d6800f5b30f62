import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { leavesQuickly } from '#tests/support/browser/leaves-quickly.ts';

/** Waits until a change is stored. */
async function stored({ page }: Person, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((each) => each.request().method() === 'PATCH');
  await act();
  expect((await answer).ok()).toBe(true);
}

test('who finds a person, what reaches them, whom they ask and what friends see is set by keyboard, and holds', {
  tag: '@core',
}, async ({ signUp }) => {
  const ada = await signUp('Philomena', 'Quackenbush', { timezoneId: 'Pacific/Auckland' });
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  const { page } = ada;
  await ada.goesTo('/settings#news');
  const group = (name: string) => page.getByRole('group', { name });
  const radio = (name: string, label: string | RegExp) => group(name).getByRole('radio', { name: label });
  const turn = (name: string) => page.getByRole('switch', { name, exact: true });
  const press = async (key: string) => stored(ada, () => page.keyboard.press(key));
  /** Far into the page, so that Tab has few stops to go. */
  const from = (name: string) => page.getByRole('heading', { name }).click();

  await from('Being found');
  for (const name of ['By my name', 'By my phone number']) {
    await tabTo(page, turn(name));
    await press('Space');
  }
  await from('Texts');
  await tabTo(page, radio('Texts about hard times', 'Every time'));
  await press('ArrowDown');
  await tabTo(page, radio('Texts about messages', 'Every message'));
  await press('ArrowDown');
  await tabTo(page, turn('Quiet hours'));
  await press('Space');
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
  await stored(ada, async () => {
    await page.getByLabel('From').fill('21:30');
    await page.getByLabel('Time zone').focus();
  });
  await stored(ada, async () => void (await page.getByLabel('Time zone').selectOption('Europe/Berlin')));
  await tabTo(page, turn('Dark passes'));
  await press('Space');

  await from('When you ask for support');
  await tabTo(page, radio('Who I ask', 'Everyone'));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Choose at least one friend. Until then everyone is asked.')).toBeVisible();
  await tabTo(page, page.getByRole('checkbox', { name: 'Grace Hopper' }));
  await press('Space');
  await tabTo(page, radio('How long I can undo', 'As this Moodring has it'));
  await press('ArrowDown');
  await tabTo(page, turn('Ask once more by itself'));
  await press('Space');
  for (const name of [
    'My friends see my phone number',
    'My friends see my email',
    'Friends see that I have seen their ask',
  ]) {
    await tabTo(page, turn(name));
    await press('Space');
  }

  await page.reload();
  for (const name of ['By my name', 'By my phone number']) await expect(turn(name)).not.toBeChecked();
  await expect(radio('Texts about hard times', /^Calm/)).toBeChecked();
  await expect(radio('Texts about messages', 'Once until I look')).toBeChecked();
  await expect(page.getByLabel('From')).toHaveValue('21:30');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  await expect(turn('Dark passes')).not.toBeChecked();
  await expect(radio('Who I ask', 'These friends')).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Grace Hopper' })).toBeChecked();
  await expect(radio('How long I can undo', 'Not at all')).toBeChecked();
  await expect(turn('Ask once more by itself')).toBeChecked();
  await expect(turn('My friends see my phone number')).not.toBeChecked();
  await expect(turn('My friends see my email')).not.toBeChecked();
  await expect(turn('Friends see that I have seen their ask')).not.toBeChecked();

  const answer = await grace.context.request.get(`/api/users/${grace.uid}/connections`);
  expect(await answer.json()).toMatchObject([{ uid: ada.uid, phonenumber: '', email: '' }]);
  for (const query of ['Quackenbush', ada.phonenumber.slice(-7)])
    expect(await grace.calls('POST', '/api/users/search', { query })).toEqual([]);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await page.getByRole('main').getByText("I'm in bad shape").click();
  await expect(page.getByText('Only Grace is asked (your setting).')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Change' }).click();
  await expect(group('Who I ask')).toBeVisible();
});

test('Leave quickly in the settings, or Esc twice, replaces them by a neutral page', async ({ signUp }) => {
  await leavesQuickly(await signUp('Ada', 'Lovelace'), '/settings', '/help');
});

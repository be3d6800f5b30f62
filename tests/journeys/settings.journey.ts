import { readFile } from 'node:fs/promises';
import { connected, expect, PASSWORD, test } from '#tests/support/browser/journey.ts';
import { enterOn, tabTo, typeInto } from '#tests/support/browser/keyboard.ts';

test('the menu under the initials opens the settings, also with the keyboard', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace');
  await page.goto('/cares');
  await enterOn(page, page.getByRole('button', { name: 'your account' }));
  await enterOn(page, page.getByRole('link', { name: 'Settings' }));
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeHidden();

  const byName = page.getByRole('switch', { name: 'By my name' });
  await tabTo(page, byName);
  await page.keyboard.press('Space');
  await expect(byName).not.toBeChecked();

  await enterOn(page, page.getByText('Delete my account'));
  await expect(page.getByText('This cannot be undone.')).toBeVisible();
  await enterOn(page, page.getByText('Delete my account'));
  await expect(page.getByText('This cannot be undone.')).toBeHidden();
  await enterOn(page, page.getByText('Change my password'));
  await typeInto(page, { 'Current password': 'not my password', 'New password': 'tangerine kettle' });
});

test('the links at the top of the settings lead to their parts', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace', { viewport: { width: 390, height: 700 } });
  await page.goto('/settings');
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link');
  await expect(parts).toHaveCount(5);
  for (const name of await parts.allTextContents()) {
    await page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name }).click();
    const heading = page.getByRole('heading', { name, exact: true, level: 2 });
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
  }
  await expect(page.getByText('Delete my account')).toBeInViewport();
});

test('a new name and number appear at once, in the menu too', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { page } = ada;
  await ada.goesTo('/settings');
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await ada.fillsIn({ 'First name': 'Augusta', 'Last name': 'King', 'Phone number': '' }, 'Save');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'AK, your account' })).toBeVisible();
  await ada.goesTo('/settings');
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
  await expect(page.getByLabel('Phone number', { exact: true })).toHaveValue('');
});

test('the settings require a name; friends never see the email of a person without one', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', { phonenumber: '' });
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  await app.sql("update users set firstname = '', lastname = '' where id = $1", [ada.uid]);
  const { page } = ada;
  const menu = page.getByRole('button', { name: 'your account' });
  await ada.goesTo('/settings');
  // The initials of ada.lovelace.…@example.com.
  await expect(menu).toHaveAccessibleName('AL, your account');
  await expect(menu).toHaveText('AL');
  await grace.goesTo('/circles');
  await expect(grace.page.getByRole('main').getByRole('link', { name: 'A friend' })).toBeVisible();
  await expect(grace.page.getByText(ada.email)).toHaveCount(0);
  await grace.goesTo(`/chat/${ada.uid}`);
  await expect(grace.page.getByRole('heading', { name: 'Chat with A friend' })).toBeVisible();
  await expect(grace.page.getByText(ada.email)).toHaveCount(0);

  for (const nothing of ['', '  ', '\u200b']) {
    await ada.fillsIn({ 'First name': nothing, 'Last name': nothing, 'Phone number': '555-0143' }, 'Save');
    await expect(page.getByText('Friends see your name in their list.', { exact: true })).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();
  }
  await page.reload();
  await expect(page.getByLabel('Phone number', { exact: true })).toHaveValue('');
  await ada.fillsIn({ 'Last name': 'Byron' }, 'Save');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(menu).toHaveAccessibleName('B, your account');
});

test('the settings say when no text goes to the number', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', { phonenumber: '22395' });
  const warning = ada.page.getByText('No text goes to the phone number above');
  await ada.goesTo('/settings');
  await expect(ada.page.getByRole('radio', { name: 'Every message' })).toBeVisible();
  await expect(warning).toBeVisible();
  await ada.fillsIn({ 'Phone number': '555-0143' }, 'Save');
  await expect(warning).toBeHidden();
});

test('a number that texts cannot reach is not saved before the person has answered, also with the keyboard', async ({
  signUp,
}) => {
  const ada = await signUp('Ada', 'Lovelace', { phonenumber: '555-0143' });
  const { page } = ada;
  const question = page.getByRole('alert').filter({
    hasText: 'That is not a phone number that texts can reach. Save without one?',
  });
  const saved = page.getByText('Saved.');
  const number = page.getByLabel('Phone number', { exact: true });
  await ada.goesTo('/settings');
  for (const unreachable of ['hello', '12', '900 555 0123']) {
    await ada.fillsIn({ 'First name': 'Augusta', 'Phone number': unreachable }, 'Save');
    await expect(question).toBeVisible();
    await expect(saved).toBeHidden();
    // The person corrects the number.
    await number.fill('555-0143');
    await expect(question).toBeHidden();
  }
  await ada.fillsIn({ 'Phone number': 'hello' }, 'Save');
  await expect(page.getByRole('button', { name: 'Save without one' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saved).toBeVisible();
  await expect(number).toHaveValue('');
  await expect(number).toBeFocused();
  await page.reload();
  await expect(number).toHaveValue('');
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
});

test('the settings say that STOP was texted, and where START goes', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', { phonenumber: '(415) 555-0177' });
  const stop = (to: string | null) =>
    app.sql(
      `insert into text_stops (phone, stopped, said_at, said_to) values ('+14155550177', true, now(), $1)
       on conflict (phone) do update set said_to = excluded.said_to`,
      [to],
    );
  const words = 'Texts to your number are stopped, because STOP was texted from it. Text START to ';
  await stop('+14155550199');
  await ada.goesTo('/settings');
  await expect(ada.page.getByText(`${words}+14155550199.`)).toBeVisible();
  await stop(null);
  await ada.page.reload();
  await expect(ada.page.getByText(`${words}the number that they came from.`)).toBeVisible();
  await app.sql('delete from text_stops');
  await ada.page.reload();
  await expect(ada.page.getByRole('radio', { name: 'Every message' })).toBeVisible();
  await expect(ada.page.getByText(words)).toBeHidden();
});

test('a person who turned off being found by name is not found, and turned off texts are not sent', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Philomena', 'Quackenbush');
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  await ada.goesTo('/settings');
  const noTexts = ada.page.getByRole('group', { name: 'Texts about messages' }).getByText('None');
  const named = ['By my name', 'By my phone number'].map((name) => ada.page.getByText(name, { exact: true }));
  for (const setting of [...named, noTexts]) {
    const stored = ada.page.waitForResponse(
      (answer) => answer.url().endsWith('/settings') && answer.request().method() === 'PATCH',
    );
    await setting.click();
    expect((await stored).ok()).toBe(true);
  }
  await ada.page.reload();
  for (const name of ['By my name', 'By my phone number'])
    await expect(ada.page.getByRole('switch', { name })).not.toBeChecked();
  await expect(noTexts.getByRole('radio')).toBeChecked();

  await grace.goesTo('/connect');
  for (const [query, words] of [
    ['Quackenbush', 'Nobody by that name yet'],
    [ada.phonenumber.slice(-7), 'Nobody with that number yet'],
  ] as const) {
    await grace.page.getByPlaceholder('Search by first or last name.').fill(query);
    await grace.page.getByRole('button', { name: 'Search' }).click();
    await expect(grace.page.getByText(words)).toBeVisible();
  }
  await grace.opensChatWith(ada);
  await grace.says('No text about this one');
  await expect(grace.page.getByRole('log').getByText('You: No text about this one')).toBeVisible();
  const rows = await app.sql(`select from texts where recipient = $1 and cause = 'message'`, [ada.uid]);
  expect(rows).toEqual([]);
});

test('a setting that cannot be stored returns to its old value, with the reason', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/settings');
  const byName = ada.page.getByRole('switch', { name: 'By my name' });
  await expect(byName).toBeChecked();
  ada.expectError(/status of 503 .*settings/);
  const error = { code: 'unavailable', message: 'Moodring is catching its breath. Please try again.' };
  await ada.page.route('**/settings', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: { error } }) : route.continue(),
  );
  await byName.click();
  await expect(ada.page.getByText(error.message)).toBeVisible();
  await expect(byName).toBeChecked();
});

test('a new password signs out all other browsers, and this one stays signed in', async ({ signUp, guest }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const other = await guest();
  await other.goesTo('/login');
  await other.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Login');
  await expect(other.page).toHaveURL('/mood');
  await ada.goesTo('/settings');

  await ada.page.getByText('Change my password').click();
  ada.expectError(/status of 400 .*change-password/);
  await ada.fillsIn({ 'Current password': PASSWORD, 'New password': 'password1' }, 'Change password');
  await expect(
    ada.page.getByText('The password you entered has been compromised. Please choose a different password.'),
  ).toBeVisible();

  const back = ada.page.waitForEvent('websocket');
  await ada.fillsIn({ 'Current password': PASSWORD, 'New password': 'tangerine kettle' }, 'Change password');
  await expect(ada.page.getByText('Your password is changed')).toBeVisible();
  await expect(other.page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await back;
  await expect(ada.page.getByText('Your password is changed')).toBeVisible();
  await expect(ada.page.getByText('Reconnecting…')).toBeHidden();
});

test('devices can be signed out one by one and all together', async ({ signUp, guest }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const other = await guest();
  await other.goesTo('/login');
  await other.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Login');
  await expect(other.page).toHaveURL('/mood');
  await ada.goesTo('/settings');
  const devices = ada.page.getByRole('list', { name: 'Your devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await devices.nth(1).getByRole('button', { name: 'Sign out' }).click();
  await expect(devices).toHaveCount(1);
  await expect(ada.page.getByText('is signed out.')).toBeFocused();
  await expect(other.page.getByRole('link', { name: 'Log in' })).toBeVisible();

  await ada.page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(ada.page.getByRole('link', { name: 'Log in' })).toBeVisible();
  const cookies = async () => (await ada.context.cookies()).map(({ name }) => name);
  await expect.poll(cookies).not.toContain('moodring.session_token');
});

test('a person can download their data', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.goesTo('/settings');
  const coming = ada.page.waitForEvent('download');
  await ada.page.getByRole('link', { name: 'Download my data' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('moodring.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data.users[ada.uid].connections[grace.uid]).toMatchObject({ uid: grace.uid, firstname: 'Grace' });
  expect(data.messages).toHaveLength(1);
});

test('a person who leaves disappears from open screens of friends, and cannot log in again', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await grace.opensChatWith(ada);
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('never sent');
  await ada.goesTo('/settings');
  await ada.page.getByText('Delete my account').click();
  ada.expectError(/status of 400 .*leave/);
  await ada.fillsIn({ 'Your password, to delete your account': 'not my password' }, 'Delete everything');
  await expect(ada.page.getByText('Invalid password')).toBeVisible();

  await ada.fillsIn({ 'Your password, to delete your account': PASSWORD }, 'Delete everything');
  await expect(ada.page.getByRole('heading', { name: 'Your account is gone' })).toBeVisible();
  await expect(ada.page).toHaveURL('/login');
  await expect(grace.page.getByText('You are not connected yet')).toBeVisible();
  await grace.goesTo('/circles');
  await expect(grace.page.getByText('Nobody here yet')).toBeVisible();

  const kept = await ada.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(ada.uid);
  ada.expectError(/status of 401 .*sign-in/);
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Login');
  await expect(ada.page.getByText('Invalid email or password')).toBeVisible();
});

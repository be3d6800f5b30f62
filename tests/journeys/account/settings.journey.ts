import { readFile } from 'node:fs/promises';
import { expect, friends, PASSWORD, test } from '#tests/support/browser/journey.ts';
import { enterOn, typeInto } from '#tests/support/browser/keyboard.ts';

test('a new name appears at once; a switch that cannot be stored goes back', {
  tag: '@core',
}, async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', { viewport: { width: 390, height: 700 } });
  const { page } = ada;
  await page.goto('/cares');
  await enterOn(page, page.getByRole('button', { name: 'your account' }));
  await enterOn(page, page.getByRole('link', { name: 'Settings' }));
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Log out', exact: true })).toBeHidden();

  await enterOn(page, page.getByRole('link', { name: 'Devices and data' }));
  await enterOn(page, page.getByText('Delete my account'));
  await expect(page.getByText('This cannot be undone.')).toBeVisible();
  await enterOn(page, page.getByText('Delete my account'));
  await expect(page.getByText('This cannot be undone.')).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
  await enterOn(page, page.getByRole('link', { name: 'You Name, phone' }));
  await enterOn(page, page.getByText('Change my password'));
  await typeInto(page, { 'Current password': 'not my password', 'New password': 'tangerine kettle' });

  await ada.fillsIn({ 'First name': 'Augusta', 'Last name': 'King', 'Phone number': '' }, 'Save');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'AK, your account' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Augusta');
  await expect(page.getByLabel('Phone number', { exact: true })).toHaveValue('');

  ada.expectError(/status of 503 .*settings/);
  const error = { code: 'unavailable', message: 'Moodring is catching its breath. Please try again.' };
  await page.route('**/settings', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: { error } }) : route.continue(),
  );
  await ada.goesTo('/settings/found');
  const isFound = page.getByRole('switch', { name: 'They can find me' });
  await isFound.click();
  await expect(page.getByText(error.message)).toBeVisible();
  await expect(isFound).toBeChecked();
});

test('the settings require a name; friends never see the email of a person without one', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { phonenumber: '' });
  await app.sql("update users set firstname = '', lastname = '' where id = $1", [ada.uid]);
  const { page } = ada;
  const menu = page.getByRole('button', { name: 'your account' });
  await ada.goesTo('/settings/you');
  // The initials of ada.lovelace.…@example.com.
  await expect(menu).toHaveAccessibleName('AL, your account');
  await expect(menu).toHaveText('AL');
  await grace.goesTo('/circles');
  await expect(grace.page.getByRole('main').getByRole('link', { name: 'A friend' })).toBeVisible();
  await expect(grace.page.getByText(ada.email)).toHaveCount(0);
  await grace.page.getByRole('main').getByRole('link', { name: 'A friend' }).click();
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

test('a number that texts cannot reach gets a hint; a STOP is explained', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', { phonenumber: '22395' });
  const { page } = ada;
  const warning = page.getByText('We can’t text this number.');
  const saved = page.getByText('Saved.');
  const number = page.getByLabel('Phone number', { exact: true });
  await ada.goesTo('/settings/you');
  await expect(warning).toBeVisible();
  await ada.fillsIn({ 'First name': 'Augusta', 'Phone number': 'hello' }, 'Save');
  await expect(saved).toBeVisible();
  await expect(warning).toBeVisible();
  // The person corrects the number.
  await number.fill('(415) 555-0177');
  await expect(warning).toBeHidden();
  await ada.fillsIn({}, 'Save');
  await expect(saved).toBeVisible();
  await expect(warning).toBeHidden();

  const stop = (to: string | null) =>
    app.sql(
      `insert into text_stops (phone, stopped, said_at, said_to) values ('+14155550177', true, now(), $1)
       on conflict (phone) do update set said_to = excluded.said_to`,
      [to],
    );
  const words = 'STOP was texted from this phone, so it gets no texts. Text START to ';
  await expect(page.getByText(words)).toBeHidden();
  await app.sql('update users set phone_proven_at = now() where id = $1', [ada.uid]);
  await stop('+14155550199');
  await page.reload();
  await expect(page.getByText(`${words}+14155550199.`)).toBeVisible();
  await stop(null);
  await page.reload();
  await expect(page.getByText(`${words}the number that they came from.`)).toBeVisible();
  await app.sql('delete from text_stops');

  await number.fill('900 555 0123');
  await page.getByRole('button', { name: 'Save' }).hover();
  await page.mouse.down();
  await expect(number).toHaveAccessibleDescription('We can’t text this number.');
  // The hint does not move the button away from the click.
  await page.mouse.up();
  await expect
    .poll(() => app.sql('select firstname, phonenumber from users where id = $1', [ada.uid]))
    .toEqual([{ firstname: 'Augusta', phonenumber: '900 555 0123' }]);
});

test('devices are signed out one by one, by a new password, or all', { tag: '@core' }, async ({ signUp, guest }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { page } = ada;
  const signsInElsewhere = async () => {
    const other = await guest();
    await ada.signsInOn(other);
    await other.goesTo('/status');
    await expect(other.page.getByRole('heading', { name: 'Hi Ada Lovelace' })).toBeVisible();
    return other.page;
  };
  const phone = await signsInElsewhere();
  await ada.goesTo('/settings/devices');
  const devices = page.getByRole('list', { name: 'Your devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await devices.nth(1).getByRole('button', { name: 'Log out' }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByText('is signed out.')).toBeFocused();
  await expect(phone.getByRole('link', { name: 'Log in' })).toBeVisible();

  const tablet = await signsInElsewhere();
  await ada.goesTo('/settings/you');
  await page.getByText('Change my password').click();
  ada.expectError(/status of 400 .*change-password/);
  await ada.fillsIn({ 'Current password': PASSWORD, 'New password': 'password1' }, 'Change password');
  await expect(
    page.getByText('The password you entered has been compromised. Please choose a different password.'),
  ).toBeVisible();
  const back = page.waitForEvent('websocket');
  await ada.fillsIn({ 'Current password': PASSWORD, 'New password': 'tangerine kettle' }, 'Change password');
  await expect(page.getByText('Your password is changed')).toBeVisible();
  await expect(tablet.getByRole('link', { name: 'Log in' })).toBeVisible();
  // Otherwise it comes back after five seconds.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await back;
  await expect(page.getByText('Your password is changed')).toBeVisible();
  await expect(page.getByText('Reconnecting…')).toBeHidden();

  await ada.goesTo('/settings/devices');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  const cookies = async () => (await ada.context.cookies()).map(({ name }) => name);
  await expect.poll(cookies).not.toContain('moodring.session_token');
});

test('a person downloads their data and leaves; open screens forget them', {
  tag: '@core',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await grace.opensChatWith(ada);
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('never sent');
  await ada.goesTo('/settings/devices');
  const coming = ada.page.waitForEvent('download');
  await ada.page.getByRole('link', { name: 'Download my data' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('moodring.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data.users[ada.uid].connections[grace.uid]).toMatchObject({ uid: grace.uid, firstname: 'Grace' });
  expect(data.messages).toHaveLength(1);

  await ada.page.getByText('Delete my account').click();
  ada.expectError(/status of 400 .*leave/);
  await ada.fillsIn({ 'Your password, to delete your account': 'not my password' }, 'Delete everything');
  await expect(ada.page.getByText('Invalid password')).toBeVisible();

  await ada.fillsIn({ 'Your password, to delete your account': PASSWORD }, 'Delete everything');
  await expect(ada.page.getByRole('heading', { name: 'Your account is gone' })).toBeVisible();
  await expect(ada.page).toHaveURL('/login');
  await expect(grace.page.getByText('You’re not connected with this person.')).toBeVisible();
  await grace.goesTo('/circles');
  await expect(grace.page.getByText('Nobody here yet')).toBeVisible();

  const kept = await ada.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(ada.uid);
  ada.expectError(/status of 401 .*sign-in/);
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Login');
  await expect(ada.page.getByText('Invalid email or password')).toBeVisible();
});

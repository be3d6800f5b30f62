import { readFile } from 'node:fs/promises';
import { chooses } from '#tests/support/browser/care.ts';
import { phonePicture } from '#tests/support/browser/chat/photos.ts';
import { expect, friends, PASSWORD, test } from '#tests/support/browser/journey.ts';

test('devices are signed out one by one, by a new password, or all', { tag: '@core' }, async ({ signUp, guest }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { page } = ada;
  const signsInElsewhere = async () => {
    const other = await guest();
    await ada.signsInOn(other);
    await other.goesTo('/status');
    await expect(other.page.getByRole('heading', { name: 'Hi Ada Lovelace' })).toBeVisible();
    // Otherwise its session ends during a call, which is an error in its console.
    await expect(other.page.locator('html[data-settled]')).toBeAttached();
    return other.page;
  };
  const phone = await signsInElsewhere();
  await ada.goesTo('/settings/devices');
  const devices = page.getByRole('list', { name: 'Your devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await devices.nth(1).getByRole('button', { name: 'Log out' }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByText('is logged out.')).toBeFocused();
  await expect(phone.getByRole('link', { name: 'Log in' })).toBeVisible();

  const tablet = await signsInElsewhere();
  await ada.goesTo('/settings/you');
  await page.getByText('Change my password').click();
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

test('a chosen photo is cut to a square; friends see it until it is removed', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  const { page } = ada;
  await chooses(ada, 'Purple');
  await ada.goesTo('/settings/you');
  const button = page.getByRole('button', { name: 'Choose photo' });
  const asked = page.waitForEvent('filechooser');
  await button.click();
  const chooser = await asked;
  await chooser.setFiles(await phonePicture(page, 'IMG_1.jpg'));
  await expect(page.getByText('Saved.')).toBeVisible();
  const mine = page.getByRole('button', { name: 'AL, your account' }).locator('img');
  await expect(mine).toBeVisible();

  await grace.goesTo('/circles');
  const shown = grace.page
    .getByRole('main')
    .locator(`img[src="${await mine.getAttribute('src')}"]`)
    .first();
  const { width, red } = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const context = Object.assign(document.createElement('canvas'), { width: 256, height: 256 }).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return { width: image.naturalWidth, red: context.getImageData(128, 0, 1, 1).data[0]! };
  });
  expect(width).toBe(256);
  // Its top, upright.
  expect(red).toBeGreaterThan(120);

  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByText('Removed.')).toBeVisible();
  await expect(button).toBeFocused();
  await expect(mine).toHaveCount(0);
  await grace.page.reload();
  await expect(grace.page.getByRole('main').getByText('Ada').first()).toBeVisible();
  await expect(shown).toHaveCount(0);
});

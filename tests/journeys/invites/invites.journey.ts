import type { Page } from '@playwright/test';
import { expect, PASSWORD, type Person, test } from '#tests/support/browser/journey.ts';

const ENDED = 'This invitation has run out. Ask your friend for a new link.';
const GREETING = 'Hey 👋 how are you doing today?';

/** Opens the sheet from the menu and reads the link. */
async function linkOf({ page }: Person): Promise<string> {
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('button', { name: 'Invite a friend' }).last().click();
  const sheet = page.getByRole('dialog', { name: 'Invite a friend' });
  await expect(sheet.getByRole('img', { name: 'QR code of your link' })).toBeVisible();
  const link = await sheet.getByRole('textbox', { name: 'Your link' }).inputValue();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  return link;
}

/** @param note what stands above the two forms */
async function signsUpAndIn(page: Page, email: string, note: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByText(note)).toBeVisible();
  await page.getByLabel('First name').fill('Mei');
  await page.getByLabel('Last name').fill('Lin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Phone number').fill('+14155550999');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
  await expect(page.getByText(note)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('a link leads through sign-up and log-in to a connection', {
  tag: '@core',
}, async ({ app, signUp, guest }) => {
  const lena = await signUp('Lena', 'Novak');
  await lena.goesTo('/circles');
  const link = await linkOf(lena);
  const { page } = await guest();
  const pitch = page.getByRole('list', { name: 'What Moodring does' });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Lena Novak would like you in their circle.' })).toBeVisible();
  await expect(pitch.getByRole('listitem')).toHaveCount(3);
  const email = `mei.lin.${crypto.randomUUID()}@example.com`;
  await signsUpAndIn(page, email, 'Log in, then one tap connects you with Lena Novak.');

  await expect(page).toHaveURL('/join');
  await expect(page.getByRole('heading', { name: 'Lena Novak would like you in their circle.' })).toBeVisible();
  await page.getByRole('button', { name: 'Connect', exact: true }).dblclick();
  await expect(page).toHaveURL('/circles/');
  await expect(page.getByRole('main').getByRole('link', { name: 'Lena Novak' })).toBeVisible();

  await expect(lena.page.getByRole('main').getByRole('link', { name: 'Mei Lin' })).toBeVisible();
  await expect.poll(() => app.textsTo(lena.phonenumber)).toHaveLength(1);
  const greetings = await app.sql('select from messages where receiver = $1 and content = $2', [lena.uid, GREETING]);
  expect(greetings).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.getItem('invite'))).toBeNull();
});

test('one tap connects; a renewed and an expired link read alike', {
  tag: '@core',
}, async ({ app, signUp, guest }) => {
  const [lena, mei, sam] = await Promise.all([signUp('Lena', 'Novak'), signUp('Mei', 'Lin'), signUp('Sam', 'Reed')]);
  await lena.goesTo('/settings/found');
  const old = await linkOf(lena);
  // Nothing but the screens themselves asks for her connections.
  await mei.page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await mei.goesTo(old);
  await mei.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(mei.page).toHaveURL('/circles/');
  await expect(mei.rowOf(lena)).toBeVisible();

  const visitor = await guest();
  const { page } = visitor;
  await page.goto(old);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await visitor.fillsIn({ Email: sam.email, Password: PASSWORD }, 'Login');
  await expect(page).toHaveURL('/join');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page).toHaveURL('/circles/');

  await lena.page.getByText('Renew my link', { exact: true }).click();
  await lena.page.getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(lena.page.getByText('You have a new link. The old one has stopped.')).toBeVisible();
  const renewed = await linkOf(lena);
  expect(renewed).not.toBe(old);
  const late = await guest();
  late.expectError(/status of 404/);
  await late.goesTo(old);
  await expect(late.page.getByText(ENDED)).toBeVisible();
  await app.sql("update invites set expires_at = now() - interval '1 minute' where inviter = $1", [lena.uid]);
  await late.goesTo('/login');
  await late.goesTo(renewed);
  await expect(late.page.getByText(ENDED)).toBeVisible();
  // A log-in afterwards leads where every log-in does.
  await late.goesTo('/login');
  await late.fillsIn({ Email: lena.email, Password: PASSWORD }, 'Login');
  await expect(late.page).toHaveURL('/mood');
});

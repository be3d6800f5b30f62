import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { connected, expect, ownApp, PASSWORD, type Person, test } from '#tests/support/browser/journey.ts';

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

async function signsUpAndIn(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('First name').fill('Mei');
  await page.getByLabel('Last name').fill('Lin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Phone number').fill('+14155550999');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('a link leads through sign-up and log-in to a connection, with one greeting and one text', async ({
  app,
  signUp,
  guest,
}) => {
  const lena = await signUp('Lena', 'Novak');
  await lena.goesTo('/circles');
  const link = await linkOf(lena);
  const { page } = await guest();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Lena Novak would like you in their circle.' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What Moodring does' })).toBeVisible();
  await signsUpAndIn(page, `mei.lin.${crypto.randomUUID()}@example.com`);

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

test('a signed-in person opens a link and connects with one tap; a visitor logs in first', async ({
  signUp,
  guest,
}) => {
  const [lena, mei, sam] = [await signUp('Lena', 'Novak'), await signUp('Mei', 'Lin'), await signUp('Sam', 'Reed')];
  await lena.goesTo('/circles');
  const link = await linkOf(lena);
  await mei.goesTo(link);
  await mei.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(mei.page).toHaveURL('/circles/');
  await expect(mei.rowOf(lena)).toBeVisible();

  const { page } = await guest();
  await page.goto(link);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(sam.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/join');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page).toHaveURL('/circles/');
});

test('one’s own link says so in friendly words', async ({ signUp }) => {
  const lena = await signUp('Lena', 'Novak');
  await lena.goesTo('/circles');
  await lena.goesTo(await linkOf(lena));
  lena.expectError(/status of 400/);
  await lena.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(lena.page.getByText('This is your own link. Send it to a friend.')).toBeVisible();
});

test('a renewed link and an expired one read alike, and a log-in afterwards leads to the mood picker', async ({
  app,
  signUp,
  guest,
}) => {
  const lena = await signUp('Lena', 'Novak');
  await lena.goesTo('/settings');
  const old = await linkOf(lena);
  await lena.page.getByRole('button', { name: 'Renew my link' }).click();
  await expect(lena.page.getByText('You have a new link. The old one has stopped.')).toBeVisible();
  const renewed = await linkOf(lena);
  expect(renewed).not.toBe(old);

  const visitor = await guest();
  visitor.expectError(/status of 404/);
  await visitor.goesTo(old);
  await expect(visitor.page.getByText(ENDED)).toBeVisible();
  await app.sql("update invites set expires_at = now() - interval '1 minute' where inviter = $1", [lena.uid]);
  await visitor.goesTo('/login');
  await visitor.goesTo(renewed);
  await expect(visitor.page.getByText(ENDED)).toBeVisible();
  await visitor.page.goto('/login');
  await visitor.fillsIn({ Email: lena.email, Password: PASSWORD }, 'Login');
  await expect(visitor.page).toHaveURL('/mood');
});

test.describe(() => {
  const app = ownApp({ SIGN_UP: 'invite' });

  test('where sign-up is by invitation, the form says what is needed, and opens with a link', async ({ browser }) => {
    const code = 'the-operators-own-code';
    await app().sql(`insert into invites (code, expires_at, max_uses) values ($1, now() + interval '1 day', 1)`, [
      code,
    ]);
    const context = await browser.newContext({ baseURL: app().url });
    const page = await context.newPage();
    await page.goto('/signup');
    await expect(page.getByText('You need an invitation to sign up here. Ask a friend for their link.')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeHidden();
    await page.goto(`/join#${code}`);
    await expect(page.getByRole('heading', { name: 'You are invited to Moodring.' })).toBeVisible();
    await signsUpAndIn(page, 'mei.lin@example.com');
    await expect(page.getByText('You are in already.')).toBeVisible();
    expect(await app().sql('select uses from invites')).toEqual([{ uses: 1 }]);
    await context.close();
  });
});

test('the sheet opens from the empty circle and from a search that finds nobody, and copies the link', async ({
  signUp,
}) => {
  const lena = await signUp('Lena', 'Novak', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = lena;
  const sheet = page.getByRole('dialog', { name: 'Invite a friend' });
  await lena.goesTo('/circles');
  await page.getByRole('main').getByRole('button', { name: 'Invite a friend' }).click();
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByText('Copied.')).toBeVisible();
  const link = await sheet.getByRole('textbox', { name: 'Your link' }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await lena.goesTo('/connect');
  await page.getByPlaceholder('Search by first or last name.').fill('x'.repeat(30));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Invite a friend' }).click();
  await expect(sheet.getByRole('textbox', { name: 'Your link' })).toHaveValue(link);
});

test('before a search the screen offers an invitation at each width, and not beside results', async ({ signUp }) => {
  const [lena, grace] = [await signUp('Lena', 'Novak'), await signUp('Grace', 'Hopper')];
  await lena.goesTo('/connect');
  const button = lena.page.getByRole('main').getByRole('button', { name: 'Invite a friend' });
  for (const width of [390, 768, 1440]) {
    await lena.page.setViewportSize({ width, height: 844 });
    await expect(button).toHaveCount(1);
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await lena.page.getByPlaceholder('Search by first or last name.').fill(grace.displayName);
  await lena.page.getByRole('button', { name: 'Search' }).click();
  await expect(lena.page.getByRole('button', { name: 'Connect' }).first()).toBeVisible();
  await expect(button).toHaveCount(0);
});

test('by keyboard alone: from the menu to the sheet and back to the menu’s button', async ({ signUp }) => {
  const lena = await signUp('Lena', 'Novak');
  const { page } = lena;
  await lena.goesTo('/circles');
  const initials = page.getByRole('button', { name: 'your account' });
  await initials.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('#account-menu').getByRole('button', { name: 'Invite a friend' })).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Invite a friend' });
  await expect(sheet.getByRole('textbox', { name: 'Your link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(initials).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the invitation, the sheet and the first page are accessible and fit, ${colorScheme}`, async ({
    signUp,
    guest,
  }) => {
    test.slow();
    const lena = await signUp('Lena', 'Novak', { colorScheme });
    await lena.goesTo('/circles');
    const link = await linkOf(lena);
    const visitor = await guest({ colorScheme });
    for (const width of [390, 768, 1440]) {
      for (const [who, open] of [
        [visitor, () => visitor.goesTo('/')],
        [visitor, () => visitor.goesTo(link)],
        [lena, () => lena.page.getByRole('main').getByRole('button', { name: 'Invite a friend' }).click()],
      ] as const) {
        await who.page.setViewportSize({ width, height: 850 });
        await open();
        await expect(
          who === lena
            ? who.page.getByRole('img', { name: 'QR code of your link' })
            : who.page.getByText(/What Moodring does|would like you in their circle|Welcome to Moodring/).first(),
        ).toBeVisible();
        await who.page.evaluate(() =>
          Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
        );
        const { violations } = await new AxeBuilder({ page: who.page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        expect(await who.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (who === lena) await who.page.keyboard.press('Escape');
      }
    }
  });
}

test('the first page says in three lines what Moodring does; other log-in forms do not', async ({ guest }) => {
  const { page } = await guest();
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'What Moodring does' }).getByRole('listitem')).toHaveCount(3);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What Moodring does' })).toBeHidden();
});

test('a first step goes when it is done, and the card when it is dismissed on any device', async ({
  signUp,
  guest,
}) => {
  const [lena, mei] = [await signUp('Lena', 'Novak'), await signUp('Mei', 'Lin')];
  const card = (page: Page) => page.getByRole('region', { name: 'Your first steps' });
  for (const address of ['/', '/mood', '/status']) {
    await lena.goesTo(address);
    await expect(card(lena.page).getByRole('heading', { name: 'Invite a friend' })).toBeVisible();
  }
  await card(lena.page).getByRole('button', { name: 'Hide these steps' }).click();
  await expect(card(lena.page)).toBeHidden();
  await expect(lena.page.getByRole('heading', { level: 1 })).toBeFocused();
  const other = await guest();
  await other.context.addCookies(await lena.context.cookies());
  const settings = other.page.waitForResponse(/\/settings$/);
  await other.goesTo('/status');
  await settings;
  await expect(other.page.getByText('How are you feeling right now?')).toBeVisible();
  await expect(card(other.page)).toBeHidden();

  await mei.goesTo('/status');
  await expect(card(mei.page)).toBeVisible();
  await connected(mei, lena);
  await expect(card(mei.page).getByRole('heading', { name: 'Invite a friend' })).toBeHidden();
});

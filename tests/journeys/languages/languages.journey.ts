import { ar, de, en, ja } from '#languages';
import { expect, friends, PASSWORD, type Person, test } from '#tests/support/browser/journey.ts';
import type { App } from '#tests/support/servers/app-process.ts';

/** Waits until the account has the language of its browser. */
async function speaks(app: App, { uid }: Pick<Person, 'uid'>, language: string): Promise<void> {
  const stored = () => app.sql<{ language: string }>('select language from users where id = $1', [uid]);
  await expect.poll(async () => (await stored())[0]?.language).toBe(language);
}

test('who signed up in Japanese asks for support, and an Arab friend answers, each in their own language', {
  tag: '@core',
}, async ({ app, guest, signUp }) => {
  const layla = await signUp('Layla', 'Haddad', { locale: 'ar-EG' });
  await layla.goesTo('/circles');
  await speaks(app, layla, 'ar');
  const visitor = await guest({ locale: 'ja-JP' });
  const { page } = visitor;
  await page.goto('/signup');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  const fields = {
    [ja.firstName]: '葵',
    [ja.lastName]: '田中',
    [ja.email]: 'aoi@example.com',
    [ja.password]: PASSWORD,
  };
  await visitor.fillsIn({ ...fields, [ja.phoneNumber]: '+819012345678' }, ja.signUp);
  await expect(page.getByRole('heading', { name: ja.yourAccountIsReady })).toBeVisible();
  await visitor.fillsIn({ [ja.password]: PASSWORD }, ja.loginButton);
  await expect(page.getByText(ja.imInBadShape, { exact: true })).toBeVisible();
  const [aoi] = await app.sql<{ uid: string }>(`select id as uid from users where email = 'aoi@example.com'`);
  await speaks(app, aoi!, 'ja');
  await layla.calls('PUT', `/api/users/${layla.uid}/connections/${aoi!.uid}`, {});

  await expect(layla.page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByText(ja.imInBadShape, { exact: true }).click();
  await page.getByRole('button', { name: ja.askMyFriends }).click();
  const card = layla.page.getByRole('region', { name: ar.asksForSupport({ name: '葵' }) });
  await expect(card).toContainText(ar.isInBadShape({ name: '葵' }));
  await expect.poll(() => app.textsTo(layla.phonenumber).at(-1)).toContain('葵');
  expect(app.textsTo(layla.phonenumber).at(-1)).toMatch(/\p{Script=Arabic}/u);
  await card.getByRole('button', { name: ar.illReachOut }).click();
  await page.goto('/cares');
  await expect(page.getByRole('region', { name: ja.yourAsk })).toContainText(
    ja.willReachOut({ names: 'Layla', count: 1 }),
  );
  await expect(page).toHaveTitle(new RegExp(`${ja.chats} · Moodring$`));
});

test('a language is chosen before a log-in, and the account’s own one comes with it, in every browser', async ({
  app,
  guest,
  signUp,
}) => {
  const ada = await signUp('Ada', 'Lovelace');
  const other = await ada.context.newPage();
  await other.goto('/history');
  await ada.goesTo('/settings');
  await speaks(app, ada, 'en');
  await ada.page.getByRole('main').getByText(`${en.language} English`).click();
  await ada.page.getByRole('main').getByRole('link', { name: 'Deutsch' }).click();
  await expect(ada.page.getByRole('heading', { name: de.settings })).toBeVisible();
  await expect(ada.page).toHaveURL('/settings');
  await speaks(app, ada, 'de');
  // The other tab goes on in it with the next link.
  await other.getByRole('navigation').getByRole('link', { name: en.chats }).click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'de');
  await expect(other).toHaveURL('/cares');

  const { page } = await guest({ locale: 'en-GB' });
  await page.goto('/login#a');
  await page.getByText(`${en.language} English`).click();
  await page.getByRole('link', { name: '日本語' }).click();
  await expect(page.getByRole('button', { name: ja.loginButton, exact: true })).toBeVisible();
  await page.getByLabel(ja.email, { exact: true }).fill(ada.email);
  await page.getByLabel(ja.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: ja.loginButton, exact: true }).click();
  await expect(page.getByRole('button', { name: de.shareMyMood })).toBeVisible();
  await expect(page).toHaveURL('/mood');
  await page.goto('/help');
  await expect(page.getByRole('heading', { name: de.talkToSomeoneNow })).toBeVisible();
  await page.getByText(de.language, { exact: true }).click();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Español' }).click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect(tab.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('link', { name: 'Polski' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await speaks(app, ada, 'pl');
});

test('a call for support stays when the friend who opened its link chooses a language', { tag: '@firefox' }, async ({
  app,
  guest,
  signUp,
}) => {
  const [ada, grace] = await friends(signUp);
  await ada.goesTo('/status');
  await ada.picks('Dark');
  const link = () =>
    app
      .textsTo(grace.phonenumber)
      .at(-1)
      ?.match(/http\S+\/a#\S+$/)?.[0];
  await expect.poll(link).toBeDefined();
  const { page } = await guest({ locale: 'en-GB' });
  await page.goto(link()!);
  await expect(page.getByRole('heading', { name: 'Ada is in bad shape' })).toBeVisible();
  await page.getByText(`${en.language} English`).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: de.isInBadShape({ name: 'Ada' }) })).toBeVisible();
  await expect(page).toHaveURL('/a');
});

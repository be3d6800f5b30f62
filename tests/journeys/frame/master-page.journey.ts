import { expect, type Guest, test } from '#tests/support/browser/journey.ts';

/** The footer's links in their order, with the heading of each screen (spec §2). */
const PLACES = [
  { label: 'Chats', address: '/cares', heading: 'My Chats' },
  { label: 'Circle', address: '/circles', heading: 'My Circle' },
  { label: 'Add', address: '/connect', heading: 'New Connection Search' },
  { label: 'Status', address: '/status', heading: 'Hi Ada Lovelace, Welcome to Moodring' },
];

async function seesMasterPage({ page }: Guest) {
  const title = page.getByRole('banner').getByRole('link', { name: 'Moodring' });
  await expect(title).toHaveAttribute('href', '/');
  await expect(title.locator('svg')).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();

  const links = page.getByRole('contentinfo').getByRole('link');
  await expect(links).toHaveText(PLACES.map(({ label }) => label));
  for (const [index, { address }] of PLACES.entries()) {
    const image = links.nth(index).locator('img');
    await expect(links.nth(index)).toHaveAttribute('href', address);
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await image.boundingBox()).toMatchObject({ width: 40, height: 40 });
  }
}

test('every screen has a header that links home, and a footer with four links', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { page } = ada;
  const footer = page.getByRole('contentinfo');
  for (const address of ['/message', '/nowhere', '/']) {
    await ada.goesTo(address);
    await seesMasterPage(ada);
  }
  for (const { label, address, heading } of PLACES) {
    const link = footer.getByRole('link', { name: label });
    await link.click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await seesMasterPage(ada);
  }
  await footer.getByRole('link', { name: 'Circle' }).click();
  await expect(page.getByText('Hello, Ada Lovelace', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Moodring' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Hi Ada Lovelace, Welcome to Moodring' })).toBeVisible();

  await ada.signsOut();
  await seesMasterPage(ada);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await seesMasterPage(ada);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await seesMasterPage(ada);
});

import { expect, test } from '../support/journey.ts';

test('who loses the connection can still go from screen to screen', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.goesTo('/status');
  const isAllThere = () => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    const ahead = [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')];
    return ahead.length > 0 && ahead.every(({ href }) => fetched.includes(href));
  };
  await expect.poll(() => ada.page.evaluate(isAllThere)).toBe(true);

  await ada.context.setOffline(true);
  ada.expectTrouble(/net::ERR_INTERNET_DISCONNECTED/);
  const footer = ada.page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Circle' }).click();
  await expect(ada.page.getByRole('heading', { name: 'My Circle' })).toBeVisible();
  await footer.getByRole('link', { name: 'Add' }).click();
  await expect(ada.page.getByRole('heading', { name: 'New Connection Search' })).toBeVisible();
  await footer.getByRole('link', { name: 'Chats' }).click();
  await expect(ada.page.getByRole('heading', { name: 'My Chats' })).toBeVisible();
});

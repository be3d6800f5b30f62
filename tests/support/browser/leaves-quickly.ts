import { expect, type Guest } from './journey.ts';

/** 'Leave quickly', and Esc twice, replace a screen by a neutral page: the way back goes to the one before. */
export async function leavesQuickly(person: Guest, address: string, before: string): Promise<void> {
  const { page } = person;
  person.expectError(/a request to another site: https:\/\/www\.wikipedia\.org/);
  await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'A neutral page' }));
  await page.goto(before);
  for (const leave of ['button', 'keys'] as const) {
    await page.goto(address);
    await expect(page.getByText('history still has this one')).toBeVisible();
    if (leave === 'button') await page.getByRole('link', { name: 'Leave quickly' }).click();
    else await page.keyboard.press('Escape').then(() => page.keyboard.press('Escape'));
    await expect(page).toHaveURL('https://www.wikipedia.org/');
    await page.goBack();
    await expect(page).toHaveURL(before);
  }
}

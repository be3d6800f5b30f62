import { expect, friendsInChat, type Person } from '../journey.ts';

/** The menu of a message. */
export const menu = (person: Person) => person.page.getByRole('dialog', { name: 'This message' });
export const bubble = (person: Person, words: string) => person.page.getByRole('log').locator('p', { hasText: words });

/** Two friends, each with the chat of the two open, and a message of Ada's. */
export async function chat(...given: Parameters<typeof friendsInChat>): Promise<[ada: Person, grace: Person]> {
  const [ada, grace] = await friendsInChat(...given);
  await ada.says('Coffee tomorrow?');
  await expect(bubble(grace, 'Coffee tomorrow?')).toBeVisible();
  // A message on its way has no menu yet.
  await expect(ada.page.getByRole('log').getByText('On its way')).toHaveCount(0);
  return [ada, grace];
}

/** The menu's code loads when the browser is idle. Then the list says how its menus open. */
export const canOpenMenus = ({ page }: Person) =>
  expect(page.getByRole('log')).toHaveAttribute('aria-description', /opens the menu/);

export async function openMenu(person: Person, words: string) {
  await canOpenMenus(person);
  await bubble(person, words).click({ button: 'right' });
  await expect(menu(person)).toBeVisible();
}

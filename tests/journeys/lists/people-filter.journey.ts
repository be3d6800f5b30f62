import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { fillList } from '#tests/support/people/fill-list.ts';

const rows = ({ page }: Person) => page.getByRole('main').getByRole('listitem');
const box = ({ page }: Person) => page.getByRole('searchbox', { name: 'Find by name' });
const count = ({ page }: Person) => page.locator('search').locator('..').getByRole('status');

for (const address of ['/cares', '/circles']) {
  test(`above 12 people a box on ${address} finds people by name, with the keyboard alone`, async ({ signUp, app }) => {
    const ada = await signUp('Ada', 'Lovelace');
    await fillList(app, ada, 13);
    await ada.goesTo(address);
    await tabTo(ada.page, box(ada));
    await ada.page.keyboard.type('muller ZOE');
    await expect(rows(ada)).toHaveCount(1);
    await expect(rows(ada)).toContainText('Zoë Müller');
    await expect(count(ada)).toHaveText('1 person');
    await expect(box(ada)).toBeFocused();
    await ada.page.keyboard.press('Escape');
    await expect(rows(ada)).toHaveCount(13);
    await expect(count(ada)).toBeEmpty();

    await ada.page.keyboard.type('nobody has this name');
    await expect(count(ada)).toHaveText('Nobody matches');
    await expect(rows(ada)).toHaveCount(0);
    await tabTo(ada.page, ada.page.getByRole('button', { name: 'Show everybody' }));
    await ada.page.keyboard.press('Enter');
    await expect(rows(ada)).toHaveCount(13);
    await expect(box(ada)).toBeFocused();
    await expect(box(ada)).toHaveValue('');
  });
}

test('with 12 people there is no filter', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await fillList(app, ada, 12);
  await ada.goesTo('/cares');
  await expect(rows(ada)).toHaveCount(12);
  await ada.page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await expect(ada.page.getByRole('searchbox')).toHaveCount(0);
});

test('the chip shows who needs support, live, and the focus stays in the list', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await fillList(app, ada, 13);
  const chip = ada.page.getByRole('button', { name: 'Needs support' });
  await ada.goesTo('/cares');
  await expect(chip).toHaveText('Needs support (1)');
  await grace.calls('PUT', `/api/users/${grace.uid}/info/mood`, { mood: 'Purple' });
  await expect(chip).toHaveText('Needs support (2)');
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(ada)).toHaveCount(2);

  // Firefox shows the focus in the window in front alone.
  await ada.page.bringToFront();
  await ada.rowOf(grace).focus();
  await grace.calls('PUT', `/api/users/${grace.uid}/info/mood`, { mood: 'Green' });
  await expect(rows(ada)).toHaveCount(1);
  await expect(ada.page.getByRole('list', { name: 'Your chats' })).toBeFocused();
  await chip.click();
  await expect(rows(ada)).toHaveCount(14);
});

test('the filter stays while chats are opened from the list, and goes when its person goes elsewhere', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await fillList(app, ada, 13);
  await ada.goesTo('/cares');
  await box(ada).fill('hop');
  await expect(rows(ada)).toHaveCount(1);
  await ada.rowOf(grace).click();
  await expect(ada.messageBox).toBeVisible();
  await expect(box(ada)).toHaveValue('hop');
  await expect(ada.page.getByRole('list', { name: 'Your chats' }).getByRole('link')).toHaveCount(1);

  const footer = ada.page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Add' }).click();
  await expect(ada.page.getByRole('heading', { name: 'New Connection Search' })).toBeVisible();
  await footer.getByRole('link', { name: 'Chats' }).click();
  await expect(rows(ada)).toHaveCount(14);
  await expect(box(ada)).toHaveValue('');
});

test('on a phone the filter comes up, so that what it finds is in sight', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', { viewport: { width: 390, height: 664 } });
  await fillList(app, ada, 13);
  await ada.goesTo('/circles');
  await expect(rows(ada)).toHaveCount(13);
  const top = () => box(ada).evaluate((input) => input.getBoundingClientRect().top);
  expect(await top()).toBeGreaterThan(664 / 3);
  await box(ada).click();
  await box(ada).fill('friend 7');
  await expect(rows(ada)).toHaveCount(1);
  expect(await top()).toBeLessThan(664 / 4);
  await expect(rows(ada)).toBeInViewport({ ratio: 1 });
  await box(ada).fill('nobody of this name');
  await expect(ada.page.getByRole('button', { name: 'Show everybody' })).toBeInViewport({ ratio: 1 });
});

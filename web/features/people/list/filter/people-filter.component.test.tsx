import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { friend, openApp } from '#tests/support/components/open-app.tsx';
import { idle } from '#web/loading/pending-work.ts';

const GRACE = friend('Grace', 'Hopper');
const ZOE = friend('Zoë', 'Müller', { mood: 'Dark' });
const OTHERS = Array.from({ length: 11 }, (_, n) => friend('Friend', `${n}`, { uid: `friend-${n}` }));
const THIRTEEN = [GRACE, ZOE, ...OTHERS];

const rows = page.getByRole('main').getByRole('listitem');
const box = page.getByRole('searchbox', { name: 'Find by name' });
const count = page
  .elementLocator(document.body)
  .getByRole('status')
  .filter({ hasText: /person|people|Nobody/ });
const chip = page.getByRole('button', { name: 'Needs support' });

async function tabTo(target: Locator): Promise<void> {
  const element = await target.findElement();
  for (let presses = 0; document.activeElement !== element; presses += 1) {
    expect(presses).toBeLessThan(60);
    await userEvent.tab();
  }
}

test.each(['/cares', '/circles'])('above 12 people a box on %s finds people, with the keyboard', async (address) => {
  openApp(address, THIRTEEN);
  await expect.element(box).toBeVisible();
  await tabTo(box);
  await userEvent.keyboard('muller ZOE');
  await expect.element(rows).toMatchTextContent('Zoë Müller');
  await expect.element(count).toMatchTextContent('1 person');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => rows.elements()).toHaveLength(13);
  await expect.element(count).not.toBeInTheDocument();

  await userEvent.keyboard('nobody has this name');
  await expect.element(count).toMatchTextContent('Nobody matches');
  expect(rows.elements()).toHaveLength(0);
  await tabTo(page.getByRole('button', { name: 'Show everybody' }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows.elements()).toHaveLength(13);
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue('');
});

test('with 12 people there is no filter', async () => {
  openApp('/cares', THIRTEEN.slice(1));
  await expect.poll(() => rows.elements()).toHaveLength(12);
  await idle();
  expect(page.getByRole('searchbox').elements()).toEqual([]);
});

test('the chip shows who needs support, live, and the focus stays in the list', async () => {
  const tell = openApp('/cares', THIRTEEN);
  await expect.element(chip).toMatchTextContent('Needs support (1)');
  await tell({ type: 'mood', uid: 'grace', mood: 'Purple', chosenAt: 2 });
  await expect.element(chip).toMatchTextContent('Needs support (2)');
  await chip.click();
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await box.fill('muller');
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await box.fill('');
  await expect.poll(() => rows.elements()).toHaveLength(2);

  (await page.getByRole('link', { name: 'Grace Hopper' }).findElement()).focus();
  await tell({ type: 'mood', uid: 'grace', mood: 'Green', chosenAt: 3 });
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.element(page.getByRole('list', { name: 'Your chats' })).toHaveFocus();
  await chip.click();
  await expect.poll(() => rows.elements()).toHaveLength(13);
});

test('the filter stays while chats are opened from the list, and goes when its person goes elsewhere', async () => {
  openApp('/cares', THIRTEEN);
  await box.fill('hop');
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await expect.element(page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  await expect.element(box).toHaveValue('hop');
  await expect.poll(() => page.getByRole('list', { name: 'Your chats' }).getByRole('link').elements()).toHaveLength(1);

  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Add' }).click();
  await expect.element(page.getByRole('heading', { name: 'New Connection Search' })).toBeVisible();
  await footer.getByRole('link', { name: 'Chats' }).click();
  await expect.poll(() => rows.elements()).toHaveLength(13);
  await expect.element(box).toHaveValue('');
});

test('on a phone the filter comes up, so that what it finds is in sight', async () => {
  await page.viewport(390, 664);
  onTestFinished(() => page.viewport(1280, 720));
  openApp('/circles', THIRTEEN);
  await expect.element(box).toBeVisible();
  await expect.poll(() => rows.elements()).toHaveLength(13);
  const top = async () => (await box.findElement()).getBoundingClientRect().top;
  expect(await top()).toBeGreaterThan(664 / 3);
  await box.click();
  await box.fill('friend 7');
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.poll(top).toBeLessThan(664 / 4);
  await expect.element(rows).toBeInViewport({ ratio: 1 });
  await box.fill('nobody of this name');
  await expect.element(page.getByRole('button', { name: 'Show everybody' })).toBeInViewport({ ratio: 1 });
});

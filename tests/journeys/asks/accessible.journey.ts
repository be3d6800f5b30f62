import type { Locator } from '@playwright/test';
import { barOf, cardOf, chooses, holdsFor, ownCardOf, sheetOf, threePeople } from '#tests/support/browser/care.ts';
import { expect, friends, test } from '#tests/support/browser/journey.ts';
import { enterOn } from '#tests/support/browser/keyboard.ts';

const PHONE = { width: 390, height: 844 };

test('with the keyboard alone: ask, answer, close', async ({ signUp }) => {
  const { ada, grace } = await threePeople(signUp);
  const { page } = ada;
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await page.getByRole('radio', { name: "I'm in bad shape" }).focus();
  await page.keyboard.press('Space');
  await enterOn(page, page.getByRole('button', { name: 'Ask my friends for support' }));
  await enterOn(page, barOf(ada).getByRole('link', { name: 'More' }));
  await expect(ownCardOf(ada)).toBeVisible();

  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'Later' }));
  await expect(cardOf(grace, ada).getByRole('button', { name: /^At / })).toBeFocused();
  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'Back' }));
  await expect(cardOf(grace, ada)).toBeFocused();
  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }));
  await expect(grace.page.getByRole('heading', { level: 1, name: 'Chat with Ada' })).toBeFocused();
  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'I have to go' }));
  await expect(cardOf(grace, ada).getByRole('status')).toHaveText('Thanks for being there.');
  await expect(grace.page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(ownCardOf(ada)).toContainText('Still asking your friends');

  await enterOn(page, ownCardOf(ada).getByRole('button', { name: 'I’m OK now' }));
  await expect(ownCardOf(ada).getByRole('button', { name: 'Feeling Good' })).toBeFocused();
  await enterOn(page, ownCardOf(ada).getByRole('button', { name: 'Back' }));
  await expect(ownCardOf(ada).getByRole('button', { name: 'I’m OK now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(ownCardOf(ada)).toContainText('Tell the friends you asked?');
  await expect(ownCardOf(ada)).toBeFocused();
  await enterOn(page, ownCardOf(ada).getByRole('button', { name: 'Tell them' }));
  await expect(ownCardOf(ada)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('Undo is in sight, comes first for the keyboard, and the bar is one line, also with large text and zoom', async ({
  signUp,
  app,
}) => {
  const [ada, grace] = await friends(signUp, { viewport: PHONE });
  const { page } = ada;
  await holdsFor(app, ada, 120);
  await ada.goesTo('/status');
  await chooses(ada, 'Dark');
  const undo = barOf(ada).getByRole('button', { name: 'Undo' });
  const bar = barOf(ada).locator('> div');
  for (const address of ['/status', '/connect', `/chat/${grace.uid}`, '/circles', '/cares']) {
    await ada.goesTo(address);
    for (const [width, height, size] of [
      [390, 844, '100%'],
      [320, 640, '100%'],
      [1440, 900, '100%'],
      [390, 844, '200%'],
      [640, 360, '100%'],
      [320, 256, '100%'],
    ] as const) {
      const where = `${address}, ${width}×${height}, ${size}`;
      await page.setViewportSize({ width, height });
      await page.evaluate((fontSize) => document.documentElement.style.setProperty('font-size', fontSize), size);
      await expect(undo, where).toBeInViewport({ ratio: 1 });
      await expect(barOf(ada).getByText(/^Friends see Dark\. Asking them in \d+\ss\.$/), where).toBeInViewport({
        ratio: 1,
      });
      await expect(barOf(ada).getByRole('link', { name: 'Helplines' }), where).toBeInViewport({ ratio: 1 });
      const [inner, outer] = await bar.evaluate((each) => [each.scrollHeight, (each as HTMLElement).offsetHeight]);
      expect(inner, where).toBeLessThanOrEqual(outer!);
      if (size === '100%') expect(outer, where).toBeLessThanOrEqual(64);
    }
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Tab');
    await expect(undo, address).toBeFocused();
  }
});

test('the sheet’s buttons stay in view on phones, and cover no field, also with large text', async ({
  signUp,
  app,
}) => {
  const { ada } = await threePeople(signUp, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page } = ada;
  await holdsFor(app, ada, 120);
  await ada.goesTo('/circles');
  await chooses(ada, 'Dark');
  await barOf(ada).getByRole('button', { name: 'Say more' }).click();
  const sheet = sheetOf(ada);
  await sheet.getByText('These friends').click();
  const fields = [sheet.getByLabel('A line for your friends'), sheet.getByLabel('Sam Reed')];
  for (const [width, height, size] of [
    [390, 844, '100%'],
    [320, 640, '100%'],
    [390, 844, '200%'],
    [320, 640, '200%'],
  ] as const) {
    const what = `${width}×${height}, ${size}`;
    await page.setViewportSize({ width, height });
    await page.evaluate((fontSize) => document.documentElement.style.setProperty('font-size', fontSize), size);
    if (size === '100%') {
      await sheet.evaluate((element) => element.scrollTo(0, 0));
      for (const name of ['Ask now', 'Undo'])
        await expect(sheet.getByRole('button', { name }), what).toBeInViewport({ ratio: 1 });
      await expect(sheet.getByRole('link', { name: 'Helplines' }), what).toBeInViewport({ ratio: 1 });
    }
    for (const field of fields) {
      await field.evaluate((element) => element.closest('dialog')!.scrollTo(0, 0));
      await field.focus();
      expect(await isOnTop(field), what).toBe(true);
    }
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth), what).toBeLessThanOrEqual(0);
  }
});

/** Whether a tap on its middle hits it. */
function isOnTop(field: Locator): Promise<boolean> {
  return field.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
}

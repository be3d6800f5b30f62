import { expect, test } from '#tests/support/browser/journey.ts';
import {
  opensList,
  placeInSight,
  putLast,
  rowAt,
  rows,
  scrollsTo,
  withManyFriends,
} from '#tests/support/browser/long-list.ts';
import { PHONE, WIDE } from '#tests/support/browser/sizes.ts';
import { fillList } from '#tests/support/people/fill-list.ts';

test.slow();

const MANY = 1_000;
/** The rows of some windows. */
const MOST_ROWS = 60;

test('a long list has the rows near the window, and keeps its place', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  await fillList(app, ada, MANY);
  for (const address of ['/cares', '/circles']) {
    await opensList(ada, MANY, address);
    for (const { viewport } of [PHONE, WIDE]) {
      await ada.page.setViewportSize(viewport);
      for (const part of [0, 0.5, 1]) {
        await scrollsTo(ada, MANY, part);
        expect(await rows(ada).count()).toBeLessThan(MOST_ROWS);
      }
      await expect(rowAt(ada, MANY)).toBeInViewport();

      await scrollsTo(ada, MANY, 0.7);
      const place = await placeInSight(ada);
      await rowAt(ada, place).getByRole('link').click();
      await expect(ada.messageBox).toBeVisible();
      await ada.page.goBack();
      await expect(ada.page).toHaveURL(address);
      await expect(rowAt(ada, place)).toBeInViewport();
    }
  }
});

test('the Tab key goes through a long list row by row, both ways', {
  tag: '@firefox',
}, async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  const { keyboard } = ada.page;
  await fillList(app, ada, MANY);
  await opensList(ada, MANY);
  // Firefox shows the focus in the window in front alone.
  await ada.page.bringToFront();
  for (const { viewport } of [PHONE, WIDE]) {
    await ada.page.setViewportSize(viewport);
    await scrollsTo(ada, MANY, 0.5);
    const start = await placeInSight(ada);
    await rowAt(ada, start).getByRole('link').focus();
    // As many as leave the window.
    const end = start + 20;
    for (let place = start; place < end; place += 1) {
      await expect(rowAt(ada, place).getByRole('link')).toBeFocused();
      await expect(rowAt(ada, place).getByRole('link')).toHaveCSS('outline-offset', '-3px');
      await expect(rowAt(ada, place)).toBeInViewport();
      await keyboard.press('Tab');
      await expect(rowAt(ada, place).getByRole('button')).toBeFocused();
      await keyboard.press('Tab');
    }
    for (let place = end - 1; place >= start; place -= 1) {
      await keyboard.press('Shift+Tab');
      await expect(rowAt(ada, place).getByRole('button')).toBeFocused();
      await keyboard.press('Shift+Tab');
      await expect(rowAt(ada, place).getByRole('link')).toBeFocused();
      await expect(rowAt(ada, place)).toBeInViewport();
    }

    await scrollsTo(ada, MANY, 0);
    await rowAt(ada, 3).getByRole('button').focus();
    await scrollsTo(ada, MANY, 0.5);
    await expect(rowAt(ada, 3).getByRole('button')).toBeFocused();
    await expect(rowAt(ada, 3)).not.toBeInViewport();
    await keyboard.press('Tab');
    await expect(rowAt(ada, 4).getByRole('link')).toBeFocused();
    await expect(rowAt(ada, 4)).toBeInViewport();
  }
});

test('a friend who writes goes to the top of a long list with the focus or a dialog', async ({ signUp, app }) => {
  const [ada, grace] = await withManyFriends(app, signUp, MANY);
  await opensList(ada, MANY);
  await scrollsTo(ada, MANY, 1);
  await ada.page.bringToFront();
  const row = rows(ada).filter({ hasText: grace.displayName });
  await expect(row).toHaveAttribute('aria-posinset', String(MANY));
  await row.getByRole('link').focus();
  await grace.says('Are you there?');
  await expect(row).toHaveAttribute('aria-posinset', '1');
  await expect(row).toContainText('Are you there?');
  await expect(row.getByRole('link')).toBeFocused();

  await putLast(app, ada, grace);
  await opensList(ada, MANY);
  await scrollsTo(ada, MANY, 1);
  await row.getByRole('button').click();
  const dialog = ada.page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: grace.displayName })).toBeFocused();
  await grace.says('Hello?');
  await expect(rowAt(ada, 1)).toContainText('Hello?');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rowAt(ada, 1).getByRole('button')).toBeFocused();

  await scrollsTo(ada, MANY, 0.5);
  const box = ada.page.getByRole('searchbox', { name: 'Find by name' });
  await box.fill('friend 777');
  await expect(rows(ada)).toHaveCount(1);
  await expect(rows(ada)).toContainText('Friend 777');
  await expect(rows(ada)).toBeInViewport();
  await box.fill('friend 77');
  // 77, 770 to 779, and 177 to 977.
  await expect(rowAt(ada, 1)).toHaveAttribute('aria-setsize', '19');
  await expect(rowAt(ada, 1)).toBeInViewport();
});

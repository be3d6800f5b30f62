/** Long lists: what they show, and what must not move or lose the focus. */
import type { Page } from '@playwright/test';
import { cardOf, chooses } from '#tests/support/browser/care.ts';
import { connected, expect, friends, type Person, test } from '#tests/support/browser/journey.ts';
import { PHONE, WIDE } from '#tests/support/browser/sizes.ts';
import { fillList } from '#tests/support/people/fill-list.ts';
import type { App } from '#tests/support/servers/app-process.ts';

test.slow();

const MANY = 200;
const VERY_MANY = 1_000;
/** The rows of some windows. */
const MOST_ROWS = 60;
const ADDRESSES = ['/cares', '/circles'];

const rows = ({ page }: Person) => page.getByRole('main').getByRole('listitem');
/** The row at a place, counted from 1. */
const rowAt = ({ page }: Person, place: number) => page.getByRole('main').locator(`[aria-posinset="${place}"]`);

/** Opens a list of so many people and waits until its rows know their places. */
async function opensList(person: Person, many: number, address = '/cares'): Promise<void> {
  await person.goesTo(address);
  await expect(rowAt(person, 1)).toHaveAttribute('aria-setsize', String(many));
}

/** Scrolls what scrolls the list to a part of its height, from 0 to 1, until the rows there are in sight. */
async function scrollsTo(person: Person, many: number, part: number): Promise<void> {
  await expect(async () => {
    await person.page.evaluate((to) => {
      const box = document.querySelector('[data-scrolled]')!.parentElement!;
      const scroller = box.scrollHeight > box.clientHeight ? box : document.scrollingElement!;
      scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight);
    }, part);
    const place = await placeInSight(person);
    expect(Math.abs(place - part * many)).toBeLessThan(30);
  }).toPass();
}

/** The place of the first row that reaches below the middle of the window. */
async function placeInSight(person: Person): Promise<number> {
  const places = await rows(person).evaluateAll((all) =>
    all
      .filter((row) => row.getBoundingClientRect().bottom > window.innerHeight / 2)
      .map((row) => Number(row.getAttribute('aria-posinset'))),
  );
  return places[0] ?? Number.NaN;
}

/** Ada with this number of connections, and Grace in the last row. Both have a browser open; Grace's shows their chat. */
async function withManyFriends(app: App, signUp: Parameters<typeof friends>[0], many: number) {
  const [ada, grace] = await friends(signUp, PHONE);
  await grace.opensChatWith(ada);
  await fillList(app, ada, many - 1);
  await putLast(app, ada, grace);
  return [ada, grace] as const;
}

/** Makes the others' last messages newer than those of a friend. */
async function putLast(app: App, { uid }: Person, friend: Person): Promise<void> {
  await app.sql('update connections set lastmessage = now() where owner = $1 and other <> $2', [uid, friend.uid]);
}

/** Gives every third friend a name of several lines. */
async function makeNamesLong(app: App): Promise<void> {
  await app.sql(
    `update users set firstname = 'Wolfeschlegelsteinhausen Bergerdorff Hubert' where firstname = 'Friend' and lastname::int % 3 = 0`,
  );
}

/** How far below the top of the window the row of a friend is, in px. */
async function topOf({ page }: Person, href: string): Promise<number> {
  const row = await page.getByRole('main').locator(`li a[href="${href}"]`).boundingBox();
  return row?.y ?? Number.NaN;
}

/** Expects the row of a friend at a place. A scrolled place is in whole pixels. */
async function expectAt(person: Person, href: string, top: number): Promise<void> {
  await expect.poll(async () => Math.abs((await topOf(person, href)) - top)).toBeLessThanOrEqual(1);
}

/** The link of the first row that reaches below the middle of the window. */
async function linkInSight(person: Person): Promise<string> {
  const link = rowAt(person, await placeInSight(person)).getByRole('link');
  return (await link.getAttribute('href'))!;
}

/** Holds the code of long lists back. @returns lets it come */
async function holdsCodeBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/virtual-list/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Grace, at the end of the list, writes. Then a friend asks for support. The rows in sight stay where they are. */
async function expectToStay(ada: Person, grace: Person, asks: Person, many: number): Promise<void> {
  await scrollsTo(ada, many, 0.5);
  const place = await placeInSight(ada);
  const link = await linkInSight(ada);
  const top = await topOf(ada, link);
  await grace.says('Are you there?');
  await expect(rowAt(ada, place + 1).locator(`a[href="${link}"]`)).toBeVisible();
  await expectAt(ada, link, top);
  await chooses(asks, 'Purple');
  await expect(cardOf(ada, asks)).toBeVisible();
  await expectAt(ada, link, top);
}

test('rows in sight stay when a friend or a card goes past them', {
  tag: '@firefox',
}, async ({ signUp, app }) => {
  const [ada, grace] = await withManyFriends(app, signUp, MANY);
  const mei = await signUp('Mei', 'Tanaka');
  await connected(ada, mei);
  for (const [address, { viewport }, asks] of [
    ['/cares', PHONE, mei],
    // Mei asks already.
    ['/circles', WIDE, grace],
  ] as const) {
    await putLast(app, ada, grace);
    await ada.page.setViewportSize(viewport);
    await opensList(ada, MANY + 1, address);
    await expectToStay(ada, grace, asks, MANY + 1);
  }
});

test('Home and End go to the ends of a list, which keeps its place', {
  tag: '@firefox',
}, async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  const { page } = ada;
  await fillList(app, ada, MANY);
  await makeNamesLong(app);
  for (const address of ADDRESSES) {
    await opensList(ada, MANY, address);
    // The offer of notifications comes above the list.
    await expect(page.locator('html[data-settled]')).toBeAttached();
    await page.bringToFront();
    for (const { viewport } of [PHONE, WIDE]) {
      await page.setViewportSize(viewport);
      const first = rowAt(ada, 1).getByRole('link');
      await scrollsTo(ada, MANY, 0);
      // The first row of a circle may reach below the window.
      const top = (await first.boundingBox())!.y;
      await first.focus();
      await page.keyboard.press('End');
      await expect(rowAt(ada, MANY).getByRole('link')).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Home');
      await expect.poll(async () => (await first.boundingBox())?.y).toBeCloseTo(top, 0);
    }

    // The heights of all rows on the way are known then.
    for (const part of [0.1, 0.2, 0.3, 0.4, 0.5]) await scrollsTo(ada, MANY, part);
    const link = await linkInSight(ada);
    const row = page.getByRole('main').locator(`li a[href="${link}"]`);
    // Playwright scrolls what it clicks on.
    await row.hover();
    const top = await topOf(ada, link);
    await row.click();
    await expect(ada.messageBox).toBeVisible();
    await expectAt(ada, link, top);
    await page.setViewportSize(PHONE.viewport);
  }

  await page.goBack();
  const [portrait, landscape] = [
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
  ];
  await page.setViewportSize(portrait);
  await scrollsTo(ada, MANY, 0.5);
  const place = await placeInSight(ada);
  await rowAt(ada, place).getByRole('link').focus();
  for (const viewport of [landscape, portrait]) {
    await page.setViewportSize(viewport);
    await expect(rowAt(ada, place).getByRole('link')).toBeInViewport();
    await expect(rowAt(ada, place).getByRole('link')).toBeFocused();
  }
});

test('a list stays as it is when its code comes late', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  await fillList(app, ada, MANY);
  for (const { viewport } of [PHONE, WIDE]) {
    await ada.page.setViewportSize(viewport);
    const lets = await holdsCodeBack(ada.page);
    await ada.goesTo('/cares');
    await expect(rows(ada)).toHaveCount(30);
    await ada.page.bringToFront();
    const button = rows(ada).nth(20).getByRole('button');
    await button.focus();
    await expect(button).toBeInViewport();
    const name = (await button.getAttribute('aria-label'))!;
    const top = (await button.boundingBox())!.y;
    lets();
    await expect(rowAt(ada, 21)).toHaveAttribute('aria-setsize', String(MANY));
    const same = ada.page.getByRole('main').getByRole('button', { name, exact: true });
    await expect(same).toBeFocused();
    await expect.poll(async () => (await same.boundingBox())?.y).toBeCloseTo(top, 0);
  }
});

test('in a browser without scroll anchoring, as Safari, the rows in sight stay, too', async ({ signUp, app }) => {
  const [ada, grace] = await withManyFriends(app, signUp, MANY);
  await ada.page.addInitScript(() => {
    CSS.supports = () => false;
    document.addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { overflow-anchor: none }');
      document.adoptedStyleSheets.push(sheet);
    });
  });
  await makeNamesLong(app);
  await opensList(ada, MANY);
  await expectToStay(ada, grace, grace, MANY);
});

test('a long list has the rows near the window, and keeps its place', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', PHONE);
  await fillList(app, ada, VERY_MANY);
  for (const address of ['/cares', '/circles']) {
    await opensList(ada, VERY_MANY, address);
    for (const { viewport } of [PHONE, WIDE]) {
      await ada.page.setViewportSize(viewport);
      for (const part of [0, 0.5, 1]) {
        await scrollsTo(ada, VERY_MANY, part);
        expect(await rows(ada).count()).toBeLessThan(MOST_ROWS);
      }
      await expect(rowAt(ada, VERY_MANY)).toBeInViewport();

      await scrollsTo(ada, VERY_MANY, 0.7);
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
  await fillList(app, ada, VERY_MANY);
  await opensList(ada, VERY_MANY);
  // Firefox shows the focus in the window in front alone.
  await ada.page.bringToFront();
  for (const { viewport } of [PHONE, WIDE]) {
    await ada.page.setViewportSize(viewport);
    await scrollsTo(ada, VERY_MANY, 0.5);
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

    await scrollsTo(ada, VERY_MANY, 0);
    await rowAt(ada, 3).getByRole('button').focus();
    await scrollsTo(ada, VERY_MANY, 0.5);
    await expect(rowAt(ada, 3).getByRole('button')).toBeFocused();
    await expect(rowAt(ada, 3)).not.toBeInViewport();
    await keyboard.press('Tab');
    await expect(rowAt(ada, 4).getByRole('link')).toBeFocused();
    await expect(rowAt(ada, 4)).toBeInViewport();
  }
});

test('a friend who writes goes to the top of a long list with the focus or a dialog', async ({ signUp, app }) => {
  const [ada, grace] = await withManyFriends(app, signUp, VERY_MANY);
  await opensList(ada, VERY_MANY);
  await scrollsTo(ada, VERY_MANY, 1);
  await ada.page.bringToFront();
  const row = rows(ada).filter({ hasText: grace.displayName });
  await expect(row).toHaveAttribute('aria-posinset', String(VERY_MANY));
  await row.getByRole('link').focus();
  await grace.says('Are you there?');
  await expect(row).toHaveAttribute('aria-posinset', '1');
  await expect(row).toContainText('Are you there?');
  await expect(row.getByRole('link')).toBeFocused();

  await putLast(app, ada, grace);
  await opensList(ada, VERY_MANY);
  await scrollsTo(ada, VERY_MANY, 1);
  await row.getByRole('button').click();
  const dialog = ada.page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: grace.displayName })).toBeFocused();
  await grace.says('Hello?');
  await expect(rowAt(ada, 1)).toContainText('Hello?');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rowAt(ada, 1).getByRole('button')).toBeFocused();

  await scrollsTo(ada, VERY_MANY, 0.5);
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

import { cutText } from '#tests/support/browser/cut-text.ts';
import { expect, type Guest, test } from '#tests/support/browser/journey.ts';
import type { Screen } from '#tests/support/browser/screen.ts';
import { asked, fillCircle, NEW, settled } from '#tests/support/browser/screens.ts';
import { SIGNED_OUT } from '#tests/support/browser/signed-out-screens.ts';
import { unreachable } from '#tests/support/browser/unreachable.ts';

const WIDTHS = [320, 390, 768, 1440];

/** Checks that at every width nothing overflows, no words are cut, and every control can be reached. */
async function expectToFit(guest: Guest, screens: Screen[], widths: readonly number[] = WIDTHS) {
  const { page } = guest;
  for (const { name, open } of screens) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(guest);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name}, ${width} wide`).toBeLessThanOrEqual(0);
      expect(await cutText(page), `${name}, ${width} wide`).toEqual([]);
      expect(await unreachable(page), `${name}, ${width} wide`).toEqual([]);
    }
  }
}

test('every signed-out screen fits every width', async ({ guest }) => {
  const stranger = await guest();
  stranger.expectError(/status of 401 .*sign-in/);
  await expectToFit(stranger, SIGNED_OUT);
});

test('every screen of a new person fits every width', async ({ signUp }) => {
  await expectToFit(await signUp('Ada', 'Lovelace'), NEW);
});

test('with text of twice the size the screens of a new person still fit a phone', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  await ada.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  // In the password field of the way out the button 'Show' is wider than half of it. The left half takes a tap.
  const screens = NEW.filter(({ name }) => name !== 'the way out');
  await expectToFit(ada, screens, [390]);
});

for (const [what, screens] of [
  ['screen', settled],
  ['question and notice', asked],
] as const) {
  test(`every ${what} of a person with connections fits every width`, async ({ signUp, app }) => {
    const ada = await signUp('Ada', 'Lovelace');
    const friends = [];
    for (const name of ['Grace', 'Mei', 'Sam', 'Noor']) friends.push(await signUp(name, 'Wolfeschlegelsteinhausen'));
    await fillCircle(app, ada, friends);
    await expectToFit(ada, screens(friends[0]!));
  });
}

test('wide screens show the list beside the chat, narrow ones show one of them', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await fillCircle(app, ada, [grace]);
  await ada.opensChatWith(grace);
  const list = ada.page.getByRole('list', { name: 'Your chats' });
  await ada.page.setViewportSize({ width: 1440, height: 900 });
  await expect(list).toBeVisible();
  await expect(ada.messageBox).toBeVisible();
  await ada.page.setViewportSize({ width: 390, height: 844 });
  await expect(list).toBeHidden();
  await expect(ada.messageBox).toBeInViewport();
  await ada.page.getByRole('link', { name: 'Back to all chats' }).click();
  await expect(list).toBeVisible();
  await expect(ada.messageBox).toBeHidden();
});

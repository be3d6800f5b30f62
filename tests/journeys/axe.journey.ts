import AxeBuilder from '@axe-core/playwright';
import { expect, type Guest, test } from '#tests/support/browser/journey.ts';
import type { Screen } from '#tests/support/browser/screen.ts';
import { asked, fillCircle, NEW, settled } from '#tests/support/browser/screens.ts';
import { SIGNED_OUT } from '#tests/support/browser/signed-out-screens.ts';

/** Without animations: axe would measure the colours of half-faded elements. */
const CALM = { reducedMotion: 'reduce' } as const;

// Needs some seconds of processor time, so a busy machine needs much longer.
test.describe.configure({ timeout: 180_000 });

async function checkScreens(guest: Guest, screens: Screen[]) {
  for (const { name, open } of screens) {
    await open(guest);
    for (const colorScheme of ['light', 'dark'] as const) {
      await guest.page.emulateMedia({ colorScheme, ...CALM });
      const { violations } = await new AxeBuilder({ page: guest.page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
      expect(found, `${name}, ${colorScheme}`).toEqual([]);
    }
  }
}

test('axe finds no violation on the signed-out screens, light and dark', async ({ guest }) => {
  const stranger = await guest(CALM);
  stranger.expectError(/status of 401 .*sign-in/);
  await checkScreens(stranger, SIGNED_OUT);
});

test('axe finds no violation on the screens of a new person, light and dark', async ({ signUp }) => {
  await checkScreens(await signUp('Ada', 'Lovelace', CALM), NEW);
});

for (const [what, screens] of [
  ['the screens', settled],
  ['the questions and notices', asked],
] as const) {
  test(`axe finds no violation on ${what} of a person with connections, light and dark`, async ({ signUp, app }) => {
    const ada = await signUp('Ada', 'Lovelace', CALM);
    const friends = [];
    for (const name of ['Grace', 'Mei', 'Sam', 'Noor']) friends.push(await signUp(name, 'Wolfeschlegelsteinhausen'));
    await fillCircle(app, ada, friends);
    await checkScreens(ada, screens(friends[0]!));
  });
}

import AxeBuilder from '@axe-core/playwright';
import { expect, type Guest, test } from '#tests/support/browser/journey.ts';
import { fillCircle, NEW, type Screen, SIGNED_OUT, settled } from '#tests/support/browser/screens.ts';

/** Nothing fades or moves while it is looked at. */
const CALM = { reducedMotion: 'reduce' } as const;

// Some seconds alone, but it computes a lot: other work on the machine must not fail it.
test.describe.configure({ timeout: 180_000 });

async function looksAt(guest: Guest, screens: Screen[]) {
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

test('axe finds nothing for somebody signed out, light and dark', async ({ guest }) => {
  const stranger = await guest(CALM);
  stranger.expectError(/status of 401 .*sign-in/);
  await looksAt(stranger, SIGNED_OUT);
});

test('axe finds nothing for somebody new, light and dark', async ({ signUp }) => {
  await looksAt(await signUp('Ada', 'Lovelace', CALM), NEW);
});

test('axe finds nothing with a lively circle, light and dark', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', CALM);
  const friends = [];
  for (const name of ['Grace', 'Mei', 'Sam', 'Noor']) friends.push(await signUp(name, 'Wolfeschlegelsteinhausen'));
  await fillCircle(app, ada, friends);
  await looksAt(ada, settled(friends[0]!));
});

import { barOf, chooses, supportTexts, threePeople } from '#tests/support/browser/care.ts';
import { expect, ownApp, test } from '#tests/support/browser/journey.ts';

/** As operators have it: '' is the default of ten seconds. */
const app = ownApp({ UNDO_SECONDS: '' });

const HOLD_MS = 10_000;
const WORDS =
  'Your friend Ada Lovelace can really use some support right now, because their mood color has changed to dark. Send them a support message';

test('Dark: ‘Check In?’ within a second, and one text each within twelve', async ({ signUp }) => {
  const { ada, grace, sam } = await threePeople(signUp, { app: app() });
  const friends = [grace, sam];
  for (const friend of friends) {
    await friend.goesTo('/circles');
    await expect(friend.rowOf(ada)).toBeVisible();
  }
  await ada.goesTo('/status');
  const { chosenAt } = await chooses(ada, 'Dark');
  for (const friend of friends) await expect(friend.rowOf(ada)).toContainText('Check In?', { timeout: 1_000 });
  await expect(barOf(ada)).toContainText('Friends see Dark. Asking them in ');
  for (const friend of friends) expect(supportTexts(app(), friend)).toEqual([]);
  for (const friend of friends) {
    const left = chosenAt + HOLD_MS + 2_000 - Date.now();
    await expect.poll(() => supportTexts(app(), friend), { timeout: left, intervals: [50] }).toHaveLength(1);
    expect(supportTexts(app(), friend)[0]!.startsWith(`${WORDS} ${app().url}/a#`)).toBe(true);
  }
  // biome-ignore lint/plugin: the one journey that waits for the default hold
  expect(Date.now() - chosenAt).toBeGreaterThanOrEqual(HOLD_MS);
});

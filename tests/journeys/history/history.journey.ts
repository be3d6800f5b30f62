import { readFile } from 'node:fs/promises';
import { expect, type Person, test } from '#tests/support/browser/journey.ts';
import { enterOn, tabTo } from '#tests/support/browser/keyboard.ts';
import type { App } from '#tests/support/servers/app-process.ts';

// The times here are those of a clock of 24 hours.
test.use({ locale: 'en-GB' });

test.slow();

/** In October 2026 clocks go back in Berlin. */
const BERLIN = { timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const;
const NOW = new Date('2026-11-02T12:00:00+01:00');

async function chose(app: App, { uid }: Person, moods: [mood: string, at: string][]): Promise<void> {
  await app.sql('delete from mood_choices where uid = $1', [uid]);
  for (const [mood, at] of moods)
    await app.sql('insert into mood_choices (uid, mood, chosen_at) values ($1, $2, $3)', [uid, mood, at]);
}

const OCTOBER: [string, string][] = [
  ['Yellow', '2026-09-30T12:00:00Z'],
  ['Green', '2026-10-01T00:30:00+02:00'],
  ['Dark', '2026-10-24T23:59:00+02:00'],
  ['Purple', '2026-10-25T00:01:00+02:00'],
  ['Yellow', '2026-10-25T02:30:00+02:00'],
  ['Green', '2026-10-25T02:30:00+01:00'],
  ['Green', '2026-10-31T23:59:00+01:00'],
  ['Yellow', '2026-11-01T00:00:00+01:00'],
];

test('one’s moods are shown by month and day, downloaded and forgotten', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', BERLIN);
  const { page } = ada;
  await chose(app, ada, OCTOBER);
  await page.clock.setFixedTime(NOW);
  await ada.goesTo('/circles');
  await enterOn(page, page.getByRole('button', { name: 'your account' }));
  await enterOn(page, page.getByRole('link', { name: 'Your moods' }));
  await expect(page.getByRole('heading', { name: 'Your moods' })).toBeFocused();
  await expect(page.getByText('November: Yellow 1 day.')).toBeVisible();

  await enterOn(page, page.getByRole('button', { name: 'October 2026' }));
  await expect(page.getByText('October: Green 3 days, Yellow 1, Purple 1, Dark 1.')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Your moods in October 2026' }).getByRole('row');
  await expect(rows).toHaveText([/Day/, /Thu, 1.*00:30/, /Sat, 24.*23:59/, /Sun, 25/, /Sat, 31.*23:59/]);
  // Screen readers get the day's moods in their order, with their names.
  await expect(rows.nth(3)).toHaveText('Sun, 25Purple00:01Yellow02:30Green02:30');
  await expect(page.getByText('Mon', { exact: true })).toBeVisible();
  const shown = page.locator('div:has(> table)');
  expect((await shown.boundingBox())!.width).toBeLessThan(10);
  await tabTo(page, page.getByRole('switch', { name: 'As a table' }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Mon', { exact: true })).toBeHidden();
  expect((await shown.boundingBox())!.width).toBeGreaterThan(200);
  const words = await page.getByRole('main').textContent();
  expect(words).not.toMatch(/streak|share|score|great|well done/i);

  // The first mood is in September, so there is nothing before it, and nothing after this month.
  await page.getByRole('button', { name: 'September 2026' }).click();
  await expect(page.getByText('September: Yellow 1 day.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'August 2026' })).toBeDisabled();
  await page.getByRole('button', { name: 'October 2026' }).click();
  await page.getByRole('button', { name: 'November 2026' }).click();
  await expect(page.getByRole('button', { name: 'December 2026' })).toBeDisabled();

  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('moods.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain('2026-09-30T22:30:00.000Z,Green');

  await enterOn(page, page.getByText('Forget old moods'));
  await page.getByLabel('Before').fill('2026-10-25');
  await page.getByRole('button', { name: 'Forget everything before 25 Oct' }).click();
  await expect(page.getByText('3 moods are forgotten.')).toBeVisible();
  await page.getByRole('button', { name: 'October 2026' }).click();
  await expect(page.getByText('October: Green 2 days, Yellow 1, Purple 1.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'September 2026' })).toBeDisabled();
  // The mood that holds stays.
  await page.getByLabel('Before').fill('2026-11-02');
  await page.getByRole('button', { name: 'Forget everything before 2 Nov' }).click();
  await expect(page.getByText('4 moods are forgotten.')).toBeVisible();
  await expect(page.getByText('October: no moods.')).toBeVisible();
  expect(await app.sql('select mood from mood_choices where uid = $1', [ada.uid])).toEqual([{ mood: 'Yellow' }]);
});

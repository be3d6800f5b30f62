import { expect, test } from '#tests/support/browser/journey.ts';
import { enterOn } from '#tests/support/browser/keyboard.ts';

test('the first Tab stop skips the header; a new screen’s heading has the focus', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace');
  const place = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  await page.goto('/status');
  await expect(page.getByRole('radio', { name: 'Feeling Good' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Feeling Good' })).toBeFocused();

  await page.route('**/assets/mood-*.js', () => {});
  await page.goto('/status', { waitUntil: 'commit' });
  await enterOn(page, place('Circle'));
  await expect(page.getByRole('heading', { name: 'My Circle' })).toBeFocused();
  await enterOn(page, place('Add'));
  await expect(page.getByRole('heading', { name: 'New Connection Search' })).toBeFocused();
});

test('in forced colours the focus has a ring, and a switch shows whether it is on', async ({ signUp }) => {
  // Only borders, outlines and text of their own colours are left.
  const ada = await signUp('Ada', 'Lovelace', { forcedColors: 'active' });
  await ada.goesTo('/settings/friends');
  const typing = ada.page.getByRole('switch', { name: 'When I read and type' });
  await expect(typing).toBeChecked();
  for (let presses = 0; presses < 12; presses += 1) {
    await ada.page.keyboard.press('Tab');
    const ring = await ada.page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    });
    expect(ring).toBeGreaterThanOrEqual(3);
  }

  const look = () =>
    typing.evaluate((element) => {
      const [track, knob] = [getComputedStyle(element), getComputedStyle(element, '::before')];
      return {
        appearance: track.appearance,
        track: track.backgroundColor,
        knob: knob.backgroundColor,
        at: knob.translate,
      };
    });
  await expect.poll(async () => (await look()).at).not.toBe('none');
  const on = await look();
  expect(on.appearance).toBe('none');
  expect(on.track).not.toBe(on.knob);
  await typing.click();
  await expect(typing).not.toBeChecked();
  await expect.poll(async () => (await look()).track).not.toBe(on.track);
  const off = await look();
  expect(off.track).not.toBe(off.knob);
  expect(off.at).not.toBe(on.at);
});

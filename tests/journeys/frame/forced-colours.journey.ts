import { expect, test } from '#tests/support/browser/journey.ts';

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

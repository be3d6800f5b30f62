import { expect, type Guest, test } from '#tests/support/browser/journey.ts';
import type { Screen } from '#tests/support/browser/screen.ts';
import { asked, fillCircle, NEW, settled } from '#tests/support/browser/screens.ts';
import { SIGNED_OUT } from '#tests/support/browser/signed-out-screens.ts';

/** The forced colours of people who need strong contrasts: only borders, outlines and text of their own colours are left. */
const FORCED = { forcedColors: 'active' } as const;

/** Buttons, bubbles and switches whose shape was made by colours alone. */
function shapeless({ page }: Guest): Promise<string[]> {
  return page.evaluate(() => {
    const isClear = (colour: string) => colour === 'rgba(0, 0, 0, 0)';
    const hasShape = (element: Element) => {
      const style = getComputedStyle(element);
      if (style.forcedColorAdjust === 'none') return true;
      if (style.appearance === 'auto' && element.matches('input')) return true;
      const hasLine = (line: string, width: string, colour: string) =>
        line !== 'none' && Number.parseFloat(width) > 0 && !isClear(colour);
      return (
        hasLine(style.outlineStyle, style.outlineWidth, style.outlineColor) ||
        hasLine(style.borderTopStyle, style.borderTopWidth, style.borderTopColor)
      );
    };
    const coloured = /(?:^|\s)(?:bg-(?!paper|transparent|surface\b)|mood-)/;
    const all = [...document.querySelectorAll('[class*="bg-"], [class*="mood-"], [role="switch"], [type="checkbox"]')];
    return all
      .filter((element) => coloured.test(element.className) || element.matches('input'))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1 && !hasShape(element))
      .map((element) => element.outerHTML.slice(0, 300));
  });
}

async function expectShapes(guest: Guest, screens: Screen[]) {
  for (const { name, open } of screens) {
    await open(guest);
    expect(await shapeless(guest), name).toEqual([]);
  }
}

test('in forced colours every button and bubble of the signed-out screens keeps its shape', async ({ guest }) => {
  const stranger = await guest(FORCED);
  stranger.expectError(/status of 401 .*sign-in/);
  await expectShapes(stranger, SIGNED_OUT);
});

test('in forced colours every button, bubble and switch of a new person’s screens keeps its shape', async ({
  signUp,
}) => {
  await expectShapes(await signUp('Ada', 'Lovelace', FORCED), NEW);
});

for (const screens of [settled, asked]) {
  test(`in forced colours every button, bubble and switch keeps its shape: ${screens.name} screens`, async ({
    signUp,
    app,
  }) => {
    const ada = await signUp('Ada', 'Lovelace', FORCED);
    const grace = await signUp('Grace', 'Wolfeschlegelsteinhausen');
    await fillCircle(app, ada, [grace]);
    await expectShapes(ada, screens(grace));
  });
}

test('in forced colours the focused control has a ring', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', FORCED);
  await ada.goesTo('/settings');
  await expect(ada.page.getByText(/^This device,/)).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    await ada.page.keyboard.press('Tab');
    const ring = await ada.page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    });
    expect(ring).toBeGreaterThanOrEqual(3);
  }
});

test('in forced colours a switch shows by its knob and its colour whether it is on', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', FORCED);
  await ada.goesTo('/settings');
  const typing = ada.page.getByRole('switch', { name: "Show when I'm typing" });
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
  await expect(typing).toBeChecked();
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

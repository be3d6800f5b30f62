import { expect, type Guest, test } from '#tests/support/browser/journey.ts';
import { at, type Screen } from '#tests/support/browser/screen.ts';
import { fillCircle, settled } from '#tests/support/browser/screens.ts';
import { SIGNED_OUT } from '#tests/support/browser/signed-out-screens.ts';

const HELP = { name: 'the helplines', open: at('/help', 'Talk to someone now') };

/** Checks that each screen's headings stand at the same places before the font has arrived and after it. */
async function expectNoShift(guest: Guest, screens: Screen[]) {
  const { page } = guest;
  for (const { name, open } of screens) {
    await open(guest);
    await expect.poll(() => page.evaluate(() => document.fonts.check('600 20px Newsreader')), name).toBe(true);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const [drawn, before] = await page.evaluate(() => {
        const places = () =>
          [...document.querySelectorAll('h1, h2')].map((heading) => {
            const { top, height } = heading.getBoundingClientRect();
            return [heading.textContent, top, height];
          });
        const shown = places();
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('h1, h2 { font-family: "Like Newsreader", serif !important }');
        document.adoptedStyleSheets = [sheet];
        const waiting = places();
        document.adoptedStyleSheets = [];
        return [shown, waiting];
      });
      expect(drawn, `${name}, ${width} wide`).toEqual(before);
    }
  }
}

test('on signed-out screens nothing moves when the font of headings arrives', async ({ guest }) => {
  const stranger = await guest();
  stranger.expectError(/status of 401 .*sign-in/);
  await expectNoShift(stranger, [...SIGNED_OUT, HELP]);
});

test('on the screens of a person with connections nothing moves when the font of headings arrives', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Wolfeschlegelsteinhausen');
  await fillCircle(app, ada, [grace]);
  await expectNoShift(ada, settled(grace));
});

test('a friend whose name has rarer letters is named in one face', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const friend = await signUp('Lukasz', 'Capek');
  await app.sql(`update users set firstname = 'Łukasz', lastname = 'Čapek' where id = $1`, [friend.uid]);
  await fillCircle(app, ada, [friend]);
  const loaded = ada.page.waitForResponse(/newsreader-latin-ext-\w+\.woff2$/);
  await ada.goesTo(`/chat/${friend.uid}`);
  expect((await loaded).status()).toBe(200);
  await expect
    .poll(() => ada.page.evaluate(() => document.fonts.check('600 20px Newsreader', 'Łukasz Čapek')))
    .toBe(true);
});

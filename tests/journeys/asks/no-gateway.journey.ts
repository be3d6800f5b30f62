import {
  barOf,
  cardOf,
  endsHold,
  ownCardOf,
  setBack,
  shares,
  sheetOf,
  threePeople,
} from '#tests/support/browser/care.ts';
import { expect, ownApp, type Person, test } from '#tests/support/browser/journey.ts';

/** A server as it is first started: with no gateway for texts. */
const app = ownApp({ GENERAL_MESSAGE_URL: '', UNDO_SECONDS: '120' });

/** What a screen may say of texts where none can be sent. */
const TRUE_WORDS = 'Nobody could be texted.';

/** Fails when a screen, or what it says to screen readers, speaks of texts. */
async function speaksOfNoTexts({ page }: Person, what: string): Promise<void> {
  const shown = await page.evaluate(() => document.body.innerText);
  const rest = shown.replaceAll(TRUE_WORDS, '');
  expect(rest.match(/.*\btext(s|ed|ing)?\b.*/gi) ?? [], what).toEqual([]);
}

test('without a gateway no screen of an ask speaks of texts', {
  tag: '@core',
}, async ({ signUp }) => {
  const { ada, grace } = await threePeople(signUp, { app: app() });
  const { page } = ada;
  await ada.goesTo('/status');
  await page.getByRole('main').getByText("I'm in bad shape").click();
  await expect(page.getByText('Asks 2 friends, in the app.')).toBeVisible();
  await speaksOfNoTexts(ada, 'before sharing');
  await page.getByRole('button', { name: 'Ask my friends for support' }).click();
  await expect(barOf(ada)).toContainText('Friends see Dark. Asking them in ');
  await expect(page.getByText('Your current mood : Dark')).toBeVisible();
  await expect(page.locator('p[data-about="own ask"]')).toContainText('You can undo it.');
  await speaksOfNoTexts(ada, 'held');
  const isLonger = page.waitForResponse('**/hold');
  await barOf(ada).getByRole('button', { name: 'Say more' }).click();
  await isLonger;
  const sheet = sheetOf(ada);
  await expect(sheet).toContainText('Asking when you are done, or in ');
  await sheet.getByText('These friends').click();
  await speaksOfNoTexts(ada, 'the sheet');
  // The closed sheet gives its time back, which is refused after an undo.
  const isGivenBack = page.waitForResponse('**/hold');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await isGivenBack;
  await barOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(barOf(ada)).toContainText('Undone.');
  await speaksOfNoTexts(ada, 'undone');
  await barOf(ada).getByRole('button', { name: 'OK' }).click();

  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText('Friends see Dark. Asking them in ');
  await page.clock.install();
  await endsHold(app(), ada);
  await ada.goesTo('/cares');
  const card = ownCardOf(ada);
  await expect(card).toContainText('Nobody could be texted.2 friends see it when they open Moodring.');
  await speaksOfNoTexts(ada, 'open');
  await grace.goesTo('/circles');
  await expect(cardOf(grace, ada)).toBeVisible();
  await speaksOfNoTexts(grace, 'a card');
  for (const [passed, sign] of [
    ['11:00', 'No answer yet.'],
    ['50:00', 'You don’t have to wait alone.'],
  ] as const) {
    await page.clock.fastForward(passed);
    await expect(card).toContainText(sign);
    await speaksOfNoTexts(ada, sign);
  }
  await card.getByRole('button', { name: 'Ask once more' }).click();
  await expect(card).toContainText('You asked once more');
  await speaksOfNoTexts(ada, 'asked once more');
  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(card).toContainText('Grace will reach out');
  await speaksOfNoTexts(ada, 'answered');
  await speaksOfNoTexts(grace, 'after a yes');
  await setBack(app(), ada, '25 hours');
  await page.reload();
  await expect(card).toContainText('Still feeling this way?');
  await speaksOfNoTexts(ada, 'after a day');
  await card.getByRole('link', { name: 'It has changed' }).click();
  await shares(ada, 'Feeling Good');
  await expect(barOf(ada)).toContainText('Tell the friends you asked?');
  await speaksOfNoTexts(ada, 'better');
  await ada.goesTo('/cares');
  await card.getByRole('button', { name: 'Tell them' }).click();
  await expect(cardOf(grace, ada)).toContainText('Ada is doing better. Thank you for being there.');
  await speaksOfNoTexts(grace, 'closed');
  await expect.poll(() => app().sql(`select from texts where status <> 'recorded'`)).toEqual([]);

  for (const [address, words] of [
    ['/settings/you', 'Change my password'],
    ['/settings/news', 'Quiet hours'],
    ['/settings/friends', 'My phone number'],
  ] as const) {
    await ada.goesTo(address);
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
    await speaksOfNoTexts(ada, address);
  }
});

test('without a gateway /message says that no texts are sent', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', { app: app() });
  const { page } = ada;
  await ada.goesTo('/message');
  await ada.fillsIn({ 'Phone number': '+14155550166', Message: 'Anybody?' }, 'Send Message');
  await expect(page.getByText('Your message is kept, and not sent to +14155550166')).toBeVisible();
  const kept = () => app().sql(`select status from texts where phone_number = '+14155550166'`);
  await expect.poll(kept).toEqual([{ status: 'recorded' }]);
});

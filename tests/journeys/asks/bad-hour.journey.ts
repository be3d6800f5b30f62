import {
  barOf,
  cardOf,
  chooses,
  endsHold,
  losesChoices,
  ownCardOf,
  shares,
  sheetOf,
  supportTexts,
  threePeople,
} from '#tests/support/browser/care.ts';
import { expect, PATIENTLY, type Person, test, writes } from '#tests/support/browser/journey.ts';
import { PHONE, sizes } from '#tests/support/browser/sizes.ts';

test.use({ undoSeconds: '90' });

const openSheet = (who: Person) => barOf(who).getByRole('button', { name: 'Say more' }).click();

test('a sheet that was only looked at gives the time back, and has Undo', { tag: '@core' }, async ({ signUp, app }) => {
  const { ada, grace } = await threePeople(signUp, PHONE);
  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await chooses(ada, 'Dark');
  await openSheet(ada);
  await expect(sheetOf(ada)).toContainText(/done, or in 2\smin\./);
  await sheetOf(ada).getByRole('heading').press('Escape');
  await expect(barOf(ada)).toContainText(/Asking them in \d\d?\ss\./);

  await openSheet(ada);
  await expect(sheetOf(ada)).toContainText(/done, or in 2\smin\./);
  // A kind of help can be unset, by the keyboard, too.
  const kind = sheetOf(ada).getByRole('button', { name: 'Call me' });
  await kind.click();
  await expect(kind).toHaveAttribute('aria-pressed', 'true');
  await ada.page.keyboard.press('Space');
  await expect(kind).toHaveAttribute('aria-pressed', 'false');
  await sheetOf(ada).getByText('These friends').click();
  await expect(sheetOf(ada)).toContainText('Choose at least one friend, or undo.');
  await sheetOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(sheetOf(ada)).toBeHidden();
  await expect(barOf(ada)).toContainText('Undone. Friends see Green again. Nobody was asked.');
  await barOf(ada).getByRole('button', { name: 'OK' }).click();
  expect(supportTexts(app, grace)).toEqual([]);

  // Another ask does not open the sheet by itself.
  await chooses(ada, 'Purple');
  await expect(barOf(ada)).toContainText(/Asking them in \d+\ss\./);
  await expect(sheetOf(ada)).toBeHidden();
});

test('when the time ends, a ticked friend alone is texted', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp, PHONE);
  await ada.page.clock.install();
  await sam.goesTo('/circles');
  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await chooses(ada, 'Dark');
  await openSheet(ada);
  await sheetOf(ada).getByText('These friends').click();
  for (const size of sizes('320x640 390x844')) {
    await ada.page.setViewportSize(size);
    await sheetOf(ada).evaluate((sheet) => sheet.scrollTo(0, 0));
    for (const name of ['Ask now', 'Undo'])
      await expect(sheetOf(ada).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expect(sheetOf(ada).getByRole('link', { name: 'Helplines' })).toBeInViewport({ ratio: 1 });
  }
  await sheetOf(ada).getByLabel('Grace Hopper').check();
  await expect(sheetOf(ada)).toContainText('The others see your mood as before.');
  await expect(sheetOf(ada)).toContainText('Saved: only Grace is asked.');
  // The sheet stays open until two minutes have passed.
  await ada.page.clock.fastForward('02:10');
  await expect(sheetOf(ada).getByRole('status')).toContainText('You asked Grace.');
  await expect(sheetOf(ada).getByText('These friends')).toBeHidden();

  await endsHold(app, ada);
  await expect.poll(() => supportTexts(app, grace), PATIENTLY).toHaveLength(1);
  expect(supportTexts(app, sam)).toEqual([]);
  await sheetOf(ada).getByRole('heading').press('Escape');
  await expect(ownCardOf(ada)).toContainText('Asking Grace');
  await expect(sam.rowOf(ada)).toContainText('Check In?');
  await expect(cardOf(sam, ada)).toHaveCount(0);
});

test('while a choice waits for a connection, the earlier one can be undone', async ({ signUp, app }) => {
  const { ada, grace } = await threePeople(signUp, PHONE);
  await ada.goesTo('/status');
  await shares(ada, 'I could really use support');
  await expect(barOf(ada)).toContainText(/Asking them in \d+\ss\./);
  await losesChoices(ada);
  await shares(ada, 'Feeling Good');
  await expect(barOf(ada)).toContainText('Waiting for a connection.');
  await expect(barOf(ada)).toContainText(/Asking them in \d+\ss\./);
  await expect(barOf(ada).getByRole('link', { name: 'Helplines' })).toBeInViewport();
  await barOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(barOf(ada)).toContainText('Undone. Friends see Green again. Nobody was asked.');
  await barOf(ada).getByRole('button', { name: 'Cancel' }).click();
  await expect(barOf(ada)).toContainText('Undone. Friends see Green again. Nobody was asked.');
  expect(supportTexts(app, grace)).toEqual([]);
});

test('at 390 px no bar covers the confirmation, and no banner a mood or the menu', async ({ signUp }) => {
  const { ada, sam } = await threePeople(signUp, PHONE);
  await ada.goesTo('/status');
  await expect(ada.page.locator('div[aria-live=polite].sr-only')).toBeAttached();
  await expect(ada.page.getByText('Reconnecting…')).toBeHidden();
  await ada.page.evaluate(() => scrollTo(0, 200));
  await writes(sam, ada, 'Hello');
  const banner = ada.page.getByRole('region', { name: 'News from a friend' });
  await expect(banner).toContainText('Sam wrote to you');
  const header = (await ada.page.getByRole('banner').boundingBox())!;
  // It rises into its place.
  const shownBottom = async () => {
    const { y, height } = (await banner.locator('div').first().boundingBox())!;
    return y + height;
  };
  await expect.poll(shownBottom).toBeLessThanOrEqual(header.y + header.height);
  await ada.page.getByRole('button', { name: 'AL, your account' }).click();
  await expect(ada.page.getByText(ada.email)).toBeVisible();
  await expect(banner).toBeVisible();
  await ada.page.keyboard.press('Escape');

  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText(/Asking them in \d+\ss\./);
  const bottom = async (of: ReturnType<Person['page']['getByText']>) => {
    const { y, height } = (await of.boundingBox())!;
    return y + height;
  };
  const confirmation = ada.page.getByText('Your current mood : Dark');
  const top = async () => (await barOf(ada).locator('div').first().boundingBox())!.y;
  await expect.poll(async () => (await bottom(confirmation)) <= (await top())).toBe(true);
  await expect(ada.page.getByRole('main').getByText('Asking 2 friends.')).toHaveCount(0);
});

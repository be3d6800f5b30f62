import { barOf, cardOf, chooses, shares, supportTexts, threePeople } from '#tests/support/browser/care.ts';
import { connected, expect, ownApp, type Person, test } from '#tests/support/browser/journey.ts';
import { Guest } from '#tests/support/people/guest.ts';
import { Person as People } from '#tests/support/people/person.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const app = ownApp({ UNDO_SECONDS: '20' });
let count = 0;

function signUpOn(browser: Parameters<typeof People.signUp>[0], everybody: { push(person: Person): unknown }) {
  return async (firstname: string, lastname: string, options: object = {}) => {
    count += 1;
    const email = `${firstname}.${count}@example.com`.toLowerCase();
    const phonenumber = `+1415555${String(count + 100).padStart(4, '0')}`;
    const person = await People.signUp(browser, app().url, options, { firstname, lastname, email, phonenumber });
    everybody.push(person);
    return person;
  };
}

const sheetOf = ({ page }: Person) => page.getByRole('dialog', { name: 'What would help?' });
const openSheet = (who: Person) => barOf(who).getByRole('button', { name: 'Say what would help' }).click();

test('a sheet that was only looked at gives the time back; [Undo] is in the sheet, too', async ({
  browser,
  everybody,
}) => {
  const { ada, grace } = await threePeople(signUpOn(browser, everybody), PHONE);
  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await chooses(ada, 'Dark');
  await openSheet(ada);
  await expect(sheetOf(ada)).toContainText(/in 1[12]\d s\./);
  await sheetOf(ada).getByRole('button', { name: 'Close' }).click();
  await expect(barOf(ada)).toContainText(/Your friends are texted in 1?\d s\./);

  await openSheet(ada);
  await expect(sheetOf(ada)).toContainText(/in 1[12]\d s\./);
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
  await expect(barOf(ada)).toContainText('Undone. Nobody was texted.');
  await barOf(ada).getByRole('button', { name: 'OK' }).click();
  expect(supportTexts(app(), grace)).toEqual([]);

  // Another ask does not open the sheet by itself.
  await chooses(ada, 'Purple');
  await expect(barOf(ada)).toContainText(/Your friends are texted in \d+ s\./);
  await expect(sheetOf(ada)).toBeHidden();
});

test('a friend is ticked and the time ends: that friend alone is texted, and the sheet says so', async ({
  browser,
  everybody,
}) => {
  const { ada, grace, sam } = await threePeople(signUpOn(browser, everybody), PHONE);
  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await chooses(ada, 'Dark');
  await openSheet(ada);
  await sheetOf(ada).getByText('These friends').click();
  await sheetOf(ada).getByLabel('Grace Hopper').check();
  await expect(sheetOf(ada)).toContainText('Saved: only Grace is asked.');
  // The sheet stays open until two minutes have passed.
  await app().sql('update text_causes set opens_at = now() where opens_at > now()');
  await app().sql('update asks set opens_at = now(), version = version + 1 where uid = $1', [ada.uid]);
  await ada.page.reload();
  await expect(barOf(ada)).toContainText('You asked 1 friend.');
  await expect.poll(() => supportTexts(app(), grace), { timeout: 20_000 }).toHaveLength(1);
  expect(supportTexts(app(), sam)).toEqual([]);
  await sam.goesTo('/circles');
  await expect(sam.rowOf(ada)).toContainText('Check In?');
  await expect(cardOf(sam, ada)).toHaveCount(0);
});

test('a hold that ends while the sheet is open is said there', async ({ browser, everybody }) => {
  const { ada, grace } = await threePeople(signUpOn(browser, everybody), PHONE);
  await ada.page.clock.install();
  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await chooses(ada, 'Dark');
  await openSheet(ada);
  await sheetOf(ada).getByText('These friends').click();
  await sheetOf(ada).getByLabel('Grace Hopper').check();
  await expect(sheetOf(ada)).toContainText('Saved: only Grace is asked.');
  await ada.page.clock.fastForward('02:10');
  await expect(sheetOf(ada).getByRole('status')).toContainText('You asked Grace.');
  await expect(sheetOf(ada).getByText('These friends')).toBeHidden();
});

test('while a choice waits for a connection, the earlier one can be undone', async ({ browser, everybody }) => {
  const { ada, grace } = await threePeople(signUpOn(browser, everybody), PHONE);
  await ada.goesTo('/status');
  await shares(ada, 'I could really use support');
  await expect(barOf(ada)).toContainText(/Your friends are texted in \d+ s\./);
  ada.allowError(/net::ERR_/);
  await ada.page.route('**/info/mood', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await shares(ada, 'Feeling Good');
  await expect(barOf(ada)).toContainText('Waiting for a connection.');
  await expect(barOf(ada)).toContainText(/Your friends are texted in \d+ s\./);
  await expect(barOf(ada).getByRole('link', { name: 'Helplines' })).toBeInViewport();
  await barOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(barOf(ada)).toContainText('Undone. Nobody was texted.');
  await barOf(ada).getByRole('button', { name: 'Cancel' }).click();
  await expect(barOf(ada)).toContainText('Undone. Nobody was texted.');
  expect(supportTexts(app(), grace)).toEqual([]);
});

test('texts that had left before an undo: the slip can be told after a reload and on another device', async ({
  browser,
  everybody,
}) => {
  const { ada, grace } = await threePeople(signUpOn(browser, everybody), PHONE);
  await ada.goesTo('/circles');
  await chooses(ada, 'Dark');
  await app().sql('update text_causes set opens_at = now() where opens_at > now()');
  await app().sql('update asks set opens_at = now(), version = version + 1 where uid = $1', [ada.uid]);
  await expect.poll(() => supportTexts(app(), grace), { timeout: 20_000 }).toHaveLength(1);
  await expect.poll(() => app().sql(`select from text_causes where priority = 0`), { timeout: 20_000 }).toEqual([]);
  // As an undo leaves it that came while the gateway had some of the texts.
  const cancelled = `update texts set status = 'cancelled' where cause = 'mood' and recipient <> $2 and author = $1`;
  await app().sql(cancelled, [ada.uid, grace.uid]);
  await app().sql(`update mood_choices set undone_at = now() where uid = $1`, [ada.uid]);
  await app().sql(`update asks set closed_at = now(), closed_how = 'undone' where uid = $1`, [ada.uid]);
  await ada.page.reload();
  await expect(barOf(ada)).toContainText('Undone. 1 of 2 texts had already left.');

  const tablet = await Guest.open(browser, app().url, {});
  everybody.push(tablet);
  await ada.signsInOn(tablet);
  await tablet.page.goto('/circles');
  const bar = tablet.page.getByRole('region', { name: 'Your mood' });
  await bar.getByRole('button', { name: 'Tell them it was a slip' }).click();
  await expect(bar).toContainText('Your friends get a text that it was a slip.');
  await expect.poll(() => supportTexts(app(), grace).at(-1), { timeout: 20_000 }).toContain('by mistake and is OK');
  // The other device offers it no more.
  await expect(barOf(ada)).toBeEmpty();
  await bar.getByRole('button', { name: 'OK' }).click();
  await expect(bar).toBeEmpty();
});

test('at 390 px the confirmation is not covered, and a banner covers no mood and not the account menu', async ({
  browser,
  everybody,
}) => {
  const { ada, sam } = await threePeople(signUpOn(browser, everybody), PHONE);
  await ada.goesTo('/status');
  await expect(ada.page.locator('div[aria-live=polite].sr-only')).toBeAttached();
  await expect(ada.page.getByText('Reconnecting…')).toBeHidden();
  await ada.page.evaluate(() => scrollTo(0, 200));
  await sam.calls('POST', '/api/messages', { id: crypto.randomUUID(), receiver: ada.uid, content: 'Hello' });
  const banner = ada.page.getByRole('region', { name: 'News from a friend' });
  await expect(banner).toContainText('Sam wrote to you');
  const header = (await ada.page.getByRole('banner').boundingBox())!;
  const shown = (await banner.locator('div').first().boundingBox())!;
  expect(shown.y + shown.height).toBeLessThanOrEqual(header.y + header.height);
  await ada.page.getByRole('button', { name: 'AL, your account' }).click();
  await expect(ada.page.getByText(ada.email)).toBeVisible();
  await expect(banner).toBeVisible();
  await ada.page.keyboard.press('Escape');

  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText(/Your friends are texted in \d+ s\./);
  const bottom = async (of: ReturnType<Person['page']['getByText']>) => {
    const { y, height } = (await of.boundingBox())!;
    return y + height;
  };
  const confirmation = ada.page.getByText('Your current mood : Dark');
  const top = async () => (await barOf(ada).locator('div').first().boundingBox())!.y;
  await expect.poll(async () => (await bottom(confirmation)) <= (await top())).toBe(true);
  await expect(ada.page.getByRole('main').getByText('You asked 2 friends.')).toHaveCount(0);
});

test('a list of whom to ask is named before sharing, with the way to change it', async ({ browser, everybody }) => {
  const { ada, grace, sam } = await threePeople(signUpOn(browser, everybody), PHONE);
  await app().sql('update users set asks_these = $2 where id = $1', [ada.uid, [sam.uid]]);
  await connected(grace, ada);
  await ada.goesTo('/status');
  await ada.page.getByRole('main').getByText("I'm in bad shape").click();
  await expect(ada.page.getByText('Only Sam is asked (your setting).')).toBeVisible();
  await ada.page.getByRole('main').getByRole('link', { name: 'Change' }).click();
  await expect(ada.page.getByRole('group', { name: 'Who I ask' })).toBeVisible();
});

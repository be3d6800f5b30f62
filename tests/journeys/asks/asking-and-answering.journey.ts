import { barOf, cardOf, chooses, isTexted, shares, supportTexts, threePeople } from '#tests/support/browser/care.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

test('Dark: friends are texted, one answers by the link without signing in, and the person sees it', {
  tag: '@core',
}, async ({ signUp, guest, app }) => {
  const { ada, grace, sam } = await threePeople(signUp, PHONE);
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await isTexted(app, [grace, sam]);
  await expect(barOf(ada)).toContainText('You asked 2 friends. 2 texts handed to the phone network.');

  const link = supportTexts(app, grace)[0]!.match(/http\S+$/)![0];
  const stranger = await guest(PHONE);
  await stranger.goesTo(link);
  const { page } = stranger;
  await expect(page.getByRole('heading', { name: 'Ada could use some support' })).toBeVisible();
  await expect(page).toHaveURL('/a');
  expect(await page.content()).not.toContain('Lovelace');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Leave quickly' })).toBeInViewport({ ratio: 1 });
  const yes = page.getByRole('button', { name: 'I’ll reach out' });
  const no = page.getByRole('button', { name: 'I can’t right now' });
  const colourOf = (button: typeof yes) => button.evaluate((each) => getComputedStyle(each).backgroundColor);
  expect(await colourOf(yes)).not.toBe(await colourOf(no));
  await yes.click();
  await expect(page.getByText('Thank you. Ada can see that you’ll reach out.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to write' })).toHaveAttribute('href', '/login');
  // After the answer the way to write comes first. A button below the pointer has another colour.
  await page.mouse.move(0, 0);
  await expect.poll(async () => (await colourOf(yes)) === (await colourOf(no))).toBe(true);

  await expect(barOf(ada)).toContainText('Grace will reach out');
  await expect(ada.page.locator('p[data-about="own ask"]')).toHaveText('Grace will reach out');
  await expect(ada.page).toHaveTitle(/^(\(\d+\) )?Grace will reach out · Status/);
});

test('yes, hand over, and another friend takes over', { tag: '@core' }, async ({ signUp }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  for (const friend of [grace, sam]) await friend.goesTo('/circles');
  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await chooses(ada, 'Purple');
  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(cardOf(grace, ada)).toContainText('Ada can see that you’ll reach out.');
  await expect(cardOf(grace, ada).getByRole('link', { name: 'Call Ada' })).toHaveAttribute(
    'href',
    `tel:${ada.phonenumber}`,
  );
  await expect(barOf(ada)).toContainText('Grace will reach out');
  await expect(cardOf(sam, ada)).toContainText('Grace is with Ada');
  await expect(cardOf(sam, ada).getByRole('button', { name: 'I’ll reach out too' })).toBeVisible();

  await cardOf(grace, ada).getByRole('button', { name: 'Hand over' }).click();
  await expect(cardOf(sam, ada)).toContainText('A friend was with Ada and has to go. Can you take over?');
  await expect(barOf(ada)).toContainText('Grace had to go. Your other friends know.');
  await cardOf(sam, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(barOf(ada)).toContainText('Sam will reach out');

  await cardOf(sam, ada).getByRole('link', { name: 'Write to Ada' }).click();
  await expect(sam.page).toHaveURL(`/chat/${ada.uid}`);
  await expect(cardOf(sam, ada)).toContainText('Ada can see that you’ll reach out.');
  await sam.says('I am here.');
});

test('later with a time; a can’t is not shown; Dark after Purple asks for both again', { tag: '@core' }, async ({
  signUp,
}) => {
  const { ada, grace, sam } = await threePeople(signUp);
  for (const friend of [grace, sam]) await friend.goesTo('/cares');
  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await chooses(ada, 'Purple');
  await cardOf(grace, ada).getByRole('button', { name: 'Later today' }).click();
  await cardOf(grace, ada).getByLabel('When?').selectOption({ index: 1 });
  await cardOf(grace, ada).getByRole('button', { name: 'Say later' }).click();
  await expect(barOf(ada)).toContainText(/Grace will reach out (at|tomorrow,) \d\d?:00( [AP]M)?/);
  await cardOf(sam, ada).getByRole('button', { name: 'I can’t right now' }).click();
  await expect(cardOf(sam, ada)).toContainText('You get no more reminders about this.');
  await expect(barOf(ada)).not.toContainText('Sam');

  await chooses(ada, 'Dark');
  await expect(cardOf(sam, ada)).toContainText('You said that you can’t. That was before it got darker.');
  await expect(cardOf(grace, ada)).toContainText('You said later. That was before it got darker.');
  await expect(barOf(ada)).toContainText('before it got darker');
  await expect(cardOf(sam, ada).getByRole('button', { name: 'I’ll reach out' })).toBeVisible();
});

test('closing: thanks for those who answered, a word for the others, and a text to those who were texted', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  for (const friend of [grace, sam]) await friend.goesTo('/circles');
  await ada.goesTo('/status');
  await shares(ada, 'I could really use support');
  await isTexted(app, [grace, sam]);
  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(barOf(ada)).toContainText('Grace will reach out');
  await barOf(ada).getByRole('button', { name: 'I’m OK now' }).click();
  await barOf(ada).getByRole('button', { name: "I'm okay, just stressed" }).click();
  await expect(barOf(ada)).toContainText('Good to hear. Tell the friends you asked?');
  await expect(barOf(ada).getByLabel('Thank Grace')).toBeChecked();
  await barOf(ada).getByLabel('By text too, to friends who take texts').check();
  await barOf(ada).getByRole('button', { name: 'Tell them' }).click();
  await expect(barOf(ada)).toBeEmpty();
  await expect(cardOf(grace, ada)).toContainText('Ada is doing better. Thank you for being there.');
  await expect(cardOf(sam, ada)).toContainText('If something feels off, reach out anyway.');
  await expect(cardOf(sam, ada)).not.toContainText('Thank you');
  for (const friend of [grace, sam]) {
    await expect
      .poll(() => supportTexts(app, friend).at(-1))
      .toMatch(/^Ada Lovelace is doing better\. Thank you for being there http/);
  }
  await cardOf(sam, ada).getByRole('button', { name: 'Close' }).click();
  await expect(cardOf(sam, ada)).toHaveCount(0);
  await sam.page.reload();
  await expect(sam.rowOf(ada)).toBeVisible();
  await expect(cardOf(sam, ada)).toHaveCount(0);
});

test('Green closes nothing by itself; Not now closes silently', { tag: '@core' }, async ({ signUp, app }) => {
  const { ada, grace } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await expect(cardOf(grace, ada)).toBeVisible();
  await shares(ada, 'Feeling Good');
  await expect(barOf(ada)).toContainText('Good to hear. Tell the friends you asked?');
  await expect(cardOf(grace, ada)).toBeVisible();
  await barOf(ada).getByRole('button', { name: 'Not now' }).click();
  await expect(barOf(ada)).toBeEmpty();
  await expect(cardOf(grace, ada)).toHaveCount(0);
  expect(await app.sql('select closed_how from asks where uid = $1', [ada.uid])).toEqual([{ closed_how: 'ok' }]);
});

test('an answer after a silent closing reads that it is closed', { tag: '@core' }, async ({ signUp }) => {
  const { ada, grace } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await chooses(ada, 'Dark');
  await expect(cardOf(grace, ada)).toBeVisible();
  const { mine } = (await (await ada.context.request.get('/api/asks')).json()) as { mine: { id: string } };
  // Grace's answer is on its way when Ada closes.
  grace.expectError(/status of 409 .*\/answer/);
  await grace.page.route('**/answer', async (route) => {
    await ada.calls('POST', `/api/asks/${mine.id}/close`, { tell: false });
    await route.continue();
  });
  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(grace.page.getByText('Ada has closed this. You can still write to Ada.')).toBeVisible();
  await expect(cardOf(grace, ada)).toHaveCount(0);
});

import {
  asksOf,
  barOf,
  cardOf,
  chooses,
  isTexted,
  ownCardOf,
  shares,
  supportTexts,
  threePeople,
} from '#tests/support/browser/care.ts';
import { expect, test } from '#tests/support/browser/journey.ts';
import { enterOn } from '#tests/support/browser/keyboard.ts';

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

test('a friend who is texted answers by the link, without a session', {
  tag: '@core',
}, async ({ signUp, guest, app }) => {
  const { ada, grace, sam } = await threePeople(signUp, PHONE);
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await isTexted(app, [grace, sam]);
  await expect(barOf(ada)).toContainText(/^Asking (Grace and Sam|Sam and Grace)/);

  const link = supportTexts(app, grace)[0]!.match(/http\S+$/)![0];
  const stranger = await guest(PHONE);
  await stranger.goesTo(link);
  const { page } = stranger;
  await expect(page.getByRole('heading', { name: 'Ada is in bad shape' })).toBeVisible();
  await expect(page).toHaveURL('/a');
  expect(await page.content()).not.toContain('Lovelace');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Leave quickly' })).toBeInViewport({ ratio: 1 });
  const yes = page.getByRole('button', { name: 'I’ll reach out' });
  const no = page.getByRole('button', { name: 'Can’t' });
  const colourOf = (button: typeof yes) => button.evaluate((each) => getComputedStyle(each).backgroundColor);
  const blue = await colourOf(yes);
  expect(blue).not.toBe(await colourOf(no));
  await yes.click();
  await expect(page.getByText('Thank you. Ada sees you’ll reach out.')).toBeVisible();
  // It stays in the title for ten seconds.
  await expect(ada.page).toHaveTitle(/^(\(\d+\) )?Grace will reach out · Status/);
  await expect(page.getByRole('link', { name: 'Log in to write to Ada' })).toHaveAttribute('href', '/login');
  // The way to write comes first, and no button looks like an answer that was not given.
  await expect(yes).toHaveCount(0);
  await page.getByRole('button', { name: 'Change my answer' }).click();
  await page.mouse.move(0, 0);
  await expect.poll(() => colourOf(yes)).not.toBe(blue);

  const coming = barOf(ada).getByRole('link', { name: 'Grace will reach out' });
  await expect(coming).toHaveAttribute('href', `/chat/${grace.uid}`);
  await expect(ada.page.locator('p[data-about="own ask"]')).toHaveText('Grace will reach out');
});

test('a yes opens the chat; who has to go is thanked, and another takes over', {
  tag: '@core',
}, async ({ signUp }) => {
  const { ada, grace, sam } = await threePeople(signUp, PHONE);
  for (const friend of [grace, sam]) await friend.goesTo('/circles');
  await ada.goesTo('/circles');
  await expect(ada.rowOf(grace)).toBeVisible();
  await chooses(ada, 'Purple');
  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(grace.page).toHaveURL(`/chat/${ada.uid}`);
  await expect(cardOf(grace, ada)).toContainText('Ada knows.');
  const call = cardOf(grace, ada).getByRole('link', { name: 'Call' });
  await expect(call).toHaveAttribute('href', `tel:${ada.phonenumber}`);
  await expect.poll(async () => (await cardOf(grace, ada).boundingBox())!.height).toBeLessThanOrEqual(60);
  await expect(ownCardOf(ada)).toContainText('Grace will reach out');
  await expect(cardOf(sam, ada)).toContainText('Grace will reach out');
  await expect(cardOf(sam, ada).getByRole('button', { name: 'Me too' })).toBeVisible();

  const ready = grace.page.getByRole('list', { name: 'Ready answers' });
  await ready.getByRole('button', { name: 'Can I call you?' }).click();
  await expect(grace.messageBox).toHaveValue('Can I call you?');
  await expect(grace.messageBox).toBeFocused();
  await grace.page.keyboard.press('Enter');
  await expect(ready).toHaveCount(0);
  await expect(ownCardOf(ada)).toContainText('Grace wrote to you');

  await cardOf(grace, ada).getByRole('button', { name: 'I have to go' }).click();
  await expect(cardOf(grace, ada)).toContainText('Thanks for being there.');
  await grace.goesTo('/circles');
  await expect(grace.rowOf(ada)).toBeVisible();
  await expect(cardOf(grace, ada)).toHaveCount(0);
  await expect(cardOf(sam, ada)).toContainText('A friend had to go.');
  await expect(ownCardOf(ada)).toContainText('Still asking your friends');
  await expect(ownCardOf(ada)).not.toContainText('Grace');
  await cardOf(sam, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await ownCardOf(ada).getByRole('link', { name: 'Sam will reach out' }).click();
  await expect(ada.page).toHaveURL(`/chat/${sam.uid}`);
});

test('closing thanks those who answered, and tells the others, by text too', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  for (const friend of [grace, sam]) await friend.goesTo('/circles');
  await ada.goesTo('/status');
  await shares(ada, 'I could really use support');
  await isTexted(app, [grace, sam]);
  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await ada.goesTo('/cares');
  await expect(ownCardOf(ada)).toContainText('Grace will reach out');
  await ownCardOf(ada).getByRole('button', { name: 'I’m OK now' }).click();
  await ownCardOf(ada).getByRole('button', { name: "I'm okay, just stressed" }).click();
  await expect(ownCardOf(ada)).toContainText('Good to hear. Tell the friends you asked?');
  await expect(ownCardOf(ada).getByLabel('Thank Grace')).toBeChecked();
  await ownCardOf(ada).getByLabel('Also by text, if they take texts').check();
  await ownCardOf(ada).getByRole('button', { name: 'Tell them' }).click();
  await expect(ownCardOf(ada)).toHaveCount(0);
  await expect(cardOf(grace, ada)).toContainText('Ada is doing better. Thank you for being there.');
  await expect(cardOf(sam, ada)).toContainText('Ada is doing better.');
  await expect(cardOf(sam, ada)).not.toContainText('Thank you');
  for (const friend of [grace, sam]) {
    await expect
      .poll(() => supportTexts(app, friend).at(-1))
      .toMatch(/^Ada Lovelace is doing better\. Thank you for being there http/);
  }
  await cardOf(sam, ada).getByRole('button', { name: 'OK' }).click();
  await expect(cardOf(sam, ada)).toHaveCount(0);
  await sam.page.reload();
  await expect(sam.rowOf(ada)).toBeVisible();
  await expect(cardOf(sam, ada)).toHaveCount(0);
});

test('after Green the cards say so; closing is the person’s own', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const { ada, grace } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await shares(ada, 'I could really use support');
  await expect(cardOf(grace, ada)).toContainText('Ada could use some support');
  await shares(ada, 'Feeling Good');
  await expect(barOf(ada)).toContainText('Good to hear. Tell the friends you asked?');
  for (const isReloaded of [false, true]) {
    if (isReloaded) await grace.page.reload();
    await expect(cardOf(grace, ada)).toContainText('Ada is doing better.');
    await expect(cardOf(grace, ada).getByRole('button')).toHaveText(['OK']);
  }
  expect(await app.sql('select closed_how from asks where uid = $1', [ada.uid])).toEqual([{ closed_how: null }]);
  await barOf(ada).getByRole('link', { name: 'More' }).click();
  await ownCardOf(ada).getByRole('button', { name: 'Not now' }).click();
  await expect(ownCardOf(ada)).toHaveCount(0);
  await expect(cardOf(grace, ada)).toHaveCount(0);
  expect(await app.sql('select closed_how from asks where uid = $1', [ada.uid])).toEqual([{ closed_how: 'ok' }]);
});

test('an answer after a silent closing reads that it is closed', { tag: '@core' }, async ({ signUp }) => {
  const { ada, grace } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await chooses(ada, 'Dark');
  await expect(cardOf(grace, ada)).toBeVisible();
  const { mine } = await asksOf(ada);
  // Grace's answer is on its way when Ada closes.
  grace.expectError(/status of 409 .*\/answer/);
  await grace.page.route('**/answer', async (route) => {
    await ada.calls('POST', `/api/asks/${mine!.id}/close`, { tell: false });
    await route.continue();
  });
  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(grace.page.getByText('Ada has closed this. You can still write to Ada.')).toBeVisible();
  await expect(cardOf(grace, ada)).toHaveCount(0);
});

test('with the keyboard alone: ask, answer, close', async ({ signUp }) => {
  const { ada, grace } = await threePeople(signUp);
  const { page } = ada;
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await page.getByRole('radio', { name: "I'm in bad shape" }).focus();
  await page.keyboard.press('Space');
  await enterOn(page, page.getByRole('button', { name: 'Ask my friends for support' }));
  await enterOn(page, barOf(ada).getByRole('link', { name: 'More' }));
  await expect(ownCardOf(ada)).toBeVisible();

  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'Later' }));
  await expect(cardOf(grace, ada).getByRole('button', { name: /^At / })).toBeFocused();
  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'Back' }));
  await expect(cardOf(grace, ada)).toBeFocused();
  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }));
  await expect(grace.page.getByRole('heading', { level: 1, name: 'Chat with Ada' })).toBeFocused();
  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'I have to go' }));
  await expect(cardOf(grace, ada).getByRole('status')).toHaveText('Thanks for being there.');
  await expect(grace.page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(ownCardOf(ada)).toContainText('Still asking your friends');

  await enterOn(page, ownCardOf(ada).getByRole('button', { name: 'I’m OK now' }));
  await expect(ownCardOf(ada).getByRole('button', { name: 'Feeling Good' })).toBeFocused();
  await enterOn(page, ownCardOf(ada).getByRole('button', { name: 'Back' }));
  await expect(ownCardOf(ada).getByRole('button', { name: 'I’m OK now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(ownCardOf(ada)).toContainText('Tell the friends you asked?');
  await expect(ownCardOf(ada)).toBeFocused();
  await enterOn(page, ownCardOf(ada).getByRole('button', { name: 'Tell them' }));
  await expect(ownCardOf(ada)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

import {
  barOf,
  cardOf,
  chooses,
  endsHold,
  holdsFor,
  ownCardOf,
  shares,
  sheetOf,
  supportTexts,
  threePeople,
} from '#tests/support/browser/care.ts';
import { expect, friends, PATIENTLY, type Person, test } from '#tests/support/browser/journey.ts';

test.use({ undoSeconds: '90' });

const bannerOf = ({ page }: Person) => page.getByRole('region', { name: 'News from a friend' });

test('before Dark the screen says who is told; an undo texts nobody', { tag: '@core' }, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await ada.page.getByRole('main').getByText("I'm in bad shape").click();
  await expect(ada.page.getByText('Asks 2 friends, by text or in the app.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Ask my friends for support' }).click();
  await expect(barOf(ada)).toContainText(/Friends see Dark\. Asking them in \d+\ss\./);
  // Once, and not with every second.
  const announced = ada.page.locator('p[data-about="own ask"]');
  await expect(announced).toHaveText(/Friends see Dark\. Asking them in \d+\ss\. You can undo it\./);
  const first = await announced.textContent();
  await expect(grace.rowOf(ada)).toContainText('Check In?');
  await expect(cardOf(grace, ada)).toHaveCount(0);

  await barOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(barOf(ada)).toContainText('Undone. Friends see Green again. Nobody was asked.');
  await expect(barOf(ada).getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');
  expect(await announced.textContent()).toBe(first);
  await expect(ada.page.getByRole('radio', { name: "I'm in bad shape", exact: true })).toBeVisible();
  await expect(grace.rowOf(ada)).not.toContainText('Check In?');
  await barOf(ada).getByRole('button', { name: 'OK' }).click();
  await expect(barOf(ada)).toBeEmpty();
  const left = `select id::text from causes where choice in (select id from mood_choices where uid = $1)
    union all select id::text from texts where author = $1`;
  expect(await app.sql(left, [ada.uid])).toEqual([]);
  for (const friend of [grace, sam]) expect(supportTexts(app, friend)).toEqual([]);
});

test('the sheet gives time; what would help is on all cards, and two friends are asked for until two come', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await barOf(ada).getByRole('button', { name: 'Say more' }).click();
  const sheet = sheetOf(ada);
  await expect(sheet).toContainText(/Asking when you are done, or in 2\smin\./);
  await expect(sheet.getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');
  await sheet.getByText('Message me').click();
  await sheet.getByLabel('A line for your friends').fill('bad night');
  await sheet.getByRole('group', { name: 'How many should reach out?' }).getByLabel('Two friends').check();
  // The opening of the sheet asks for more time by the same call.
  const timeGivenBack = ada.page.waitForResponse(
    (response) => response.url().endsWith('/hold') && response.request().postDataJSON().seconds === 0,
  );
  await sheet.getByRole('button', { name: 'Ask now' }).click();
  await expect(sheet).toBeHidden();
  expect((await timeGivenBack).status()).toBe(200);

  await endsHold(app, ada);
  await ada.goesTo('/cares');
  await expect(ownCardOf(ada)).toContainText('“bad night” · Message me');
  await grace.goesTo('/circles');
  await expect(cardOf(grace, ada)).toContainText(/“bad night” · (just now|\d+\smin ago) · Message me/);

  await sam.goesTo('/circles');
  await cardOf(sam, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(cardOf(grace, ada)).toContainText('“bad night” · Sam is coming. One more?');
  await expect(ownCardOf(ada)).toContainText('Still asking one more friend.');
  await cardOf(grace, ada).getByRole('button', { name: 'Me too' }).click();
  await expect(cardOf(grace, ada)).toContainText('Sam is coming, too');
  await expect(ownCardOf(ada)).toContainText('Sam will reach out');
  await expect(ownCardOf(ada)).not.toContainText('Still asking');
});

test('Undo is in sight and first for the keyboard, in a bar of one line, at every zoom', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { viewport: { width: 390, height: 844 } });
  const { page } = ada;
  await ada.goesTo('/status');
  await chooses(ada, 'Dark');
  const undo = barOf(ada).getByRole('button', { name: 'Undo' });
  const bar = barOf(ada).locator('> div');
  for (const address of ['/status', '/connect', `/chat/${grace.uid}`, '/circles', '/cares']) {
    await holdsFor(app, ada, 90);
    await ada.goesTo(address);
    for (const [width, height, size] of [
      [390, 844, '100%'],
      [320, 640, '100%'],
      [1440, 900, '100%'],
      [390, 844, '200%'],
      [640, 360, '100%'],
      [320, 256, '100%'],
    ] as const) {
      const where = `${address}, ${width}×${height}, ${size}`;
      await page.setViewportSize({ width, height });
      await page.evaluate((fontSize) => document.documentElement.style.setProperty('font-size', fontSize), size);
      await expect(undo, where).toBeInViewport({ ratio: 1 });
      await expect(barOf(ada).getByText(/^Friends see Dark\. Asking them in \d+\ss\.$/), where).toBeInViewport({
        ratio: 1,
      });
      await expect(barOf(ada).getByRole('link', { name: 'Helplines' }), where).toBeInViewport({ ratio: 1 });
      const [inner, outer] = await bar.evaluate((each) => [each.scrollHeight, (each as HTMLElement).offsetHeight]);
      expect(inner, where).toBeLessThanOrEqual(outer!);
      if (size === '100%') expect(outer, where).toBeLessThanOrEqual(64);
    }
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Tab');
    await expect(undo, address).toBeFocused();
  }
});

test('in the hold a friend sees the mood and ‘Check In?’ alone', async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await sam.goesTo('/connect');
  await expect(grace.rowOf(ada)).toBeVisible();
  await expect(sam.page.locator('div[aria-live=polite].sr-only')).toBeAttached();
  await ada.goesTo('/status');
  const titles = new Map<Person, string>();
  for (const friend of [grace, sam]) titles.set(friend, await friend.page.title());

  await chooses(ada, 'Purple');
  await expect(grace.rowOf(ada)).toContainText('Check In?');
  await expect(grace.rowOf(ada)).toContainText('Purple');
  await expect(grace.rowOf(ada)).toContainText('could really use some support.');
  await expect(barOf(ada)).toContainText('Friends see Purple.');
  for (const friend of [grace, sam]) {
    await expect(bannerOf(friend)).toHaveCount(0);
    await expect(friend.page.getByText('Can you help out?')).toHaveCount(0);
    await expect(friend.page.getByRole('contentinfo').getByText('could use support')).toHaveCount(0);
    await expect(cardOf(friend, ada)).toHaveCount(0);
    expect(await friend.page.title()).toBe(titles.get(friend));
  }

  await endsHold(app, ada);
  await expect(cardOf(grace, ada)).toBeVisible();
  await expect(grace.rowOf(ada)).toContainText('Can you help out?');
  await expect(bannerOf(sam)).toContainText('Ada could use some support');
  // A screen with the card needs no banner. Nor does a worsening.
  await chooses(ada, 'Dark');
  await endsHold(app, ada);
  await expect(cardOf(grace, ada)).toContainText('Ada is in bad shape');
  await expect(bannerOf(grace)).toHaveCount(0);
  await expect(bannerOf(sam)).toContainText('Ada is in bad shape');
  await bannerOf(sam).getByRole('link', { name: 'Open chat' }).click();
  await expect(cardOf(sam, ada)).toBeVisible();
  await expect(bannerOf(sam)).toHaveCount(0);
});

test('a slip is told once, to the friend whose text had left', {
  tag: '@core',
}, async ({ signUp, guest, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText('Friends see Dark. Asking them in ');
  // The gateway takes the text to Grace alone; the one to Sam waits for another try.
  app.endpoint.answer = (response, { body }) =>
    response.writeHead(body.phoneNumber === grace.phonenumber ? 202 : 503).end();
  await app.sql('update causes set opens_at = now()');
  const statuses = () => app.sql('select status from texts where author = $1 order by status', [ada.uid]);
  await expect.poll(statuses, PATIENTLY).toEqual([{ status: 'queued' }, { status: 'sent' }]);

  await barOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(barOf(ada)).toContainText('Undone. Friends see Green again. 1 of 2 texts had left.');
  app.endpoint.answer = (response) => response.writeHead(202).end();
  await expect(grace.rowOf(ada)).not.toContainText('Check In?');
  await expect(cardOf(grace, ada)).toHaveCount(0);
  await ada.page.reload();
  await expect(barOf(ada)).toContainText('Undone. Friends see Green again. 1 of 2 texts had left.');

  // By keyboard: the button goes, and the words that come in its place have the focus.
  const tablet = await guest();
  await ada.signsInOn(tablet);
  await tablet.goesTo('/circles');
  const bar = tablet.page.getByRole('region', { name: 'Your mood' });
  await bar.getByRole('button', { name: 'Tell them it was a slip' }).press('Enter');
  await expect(bar.getByRole('button', { name: 'Tell them it was a slip' })).toHaveCount(0);
  await expect(bar).toContainText('Friends who take texts are told that it was a slip.');
  const focused = () => tablet.page.evaluate(() => document.activeElement?.closest('section')?.ariaLabel);
  await expect.poll(focused).toBe('Your mood');
  await expect
    .poll(() => supportTexts(app, grace).at(-1), PATIENTLY)
    .toBe(`Ada Lovelace picked that mood by mistake and is OK ${app.url}/chat/${ada.uid}`);
  expect(supportTexts(app, grace)).toHaveLength(2);
  expect(supportTexts(app, sam).filter((text) => text.includes('mistake'))).toEqual([]);
  // The gateway has a text a moment before its row says so.
  const all = `select string_agg(cause || ' ' || status, ', ' order by cause, status) from texts where author = $1`;
  await expect.poll(() => app.sql(all, [ada.uid])).toEqual([{ string_agg: 'mood cancelled, mood sent, slip sent' }]);
  // The first device offers it no more.
  await expect(barOf(ada)).toBeEmpty();

  await bar.getByRole('button', { name: 'OK' }).press('Enter');
  await expect(bar).toBeEmpty();
  await expect(tablet.page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(bar.getByRole('link', { name: 'Helplines' })).toHaveCount(0);
});

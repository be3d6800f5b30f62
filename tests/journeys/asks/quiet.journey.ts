import {
  barOf,
  cardOf,
  chooses,
  isTexted,
  ownCardOf,
  setBack,
  shares,
  supportTexts,
  threePeople,
} from '#tests/support/browser/care.ts';
import { connected, expect, test } from '#tests/support/browser/journey.ts';
import { PHONE, WIDE } from '#tests/support/browser/sizes.ts';

const QUIET = 'People are busy or asleep. It isn’t about you.';

test('after ten quiet minutes one can ask once more, by text', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await sam.goesTo('/circles');
  await ada.page.clock.install();
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await isTexted(app, [grace, sam]);
  await cardOf(sam, ada).getByRole('button', { name: 'Can’t' }).click();
  await ada.goesTo('/cares');
  const card = ownCardOf(ada);
  await expect(card).not.toContainText('No answer yet.');
  await ada.page.clock.fastForward('10:05');
  await expect(card).toContainText('No answer yet.');
  await expect(card).toContainText(QUIET);
  // The crisis line comes first for Dark.
  await expect(card.locator('a, button, summary')).toHaveText([
    /^988/,
    'Ask once more',
    'Call a friend',
    'Helplines',
    'I’m OK now',
    'Change',
    'Details',
  ]);
  await expect(card.getByRole('link', { name: /988/ })).toHaveAttribute('href', 'tel:988');
  await expect(card.getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');

  await grace.goesTo('/circles');
  await card.getByRole('button', { name: 'Ask once more' }).click();
  await expect(card.getByRole('button', { name: 'Ask once more' })).toHaveCount(0);
  await expect(card.getByRole('status')).toHaveText(/^You asked once more, (yesterday, )?\d{1,2}:\d\d\s[AP]M\.$/);
  await expect(card.getByRole('status')).toBeFocused();
  // A minute after the first call it says for how long.
  await expect(cardOf(grace, ada)).toContainText(/Still open|Open \d+ min/);
  await expect
    .poll(() => supportTexts(app, grace).at(-1))
    .toMatch(/^Still hoping to reach a friend: Ada Lovelace could use some support\. Even one line helps http/);
  expect(supportTexts(app, sam)).toHaveLength(1);

  await ada.page.clock.fastForward('50:00');
  await expect(card).toContainText('You don’t have to wait alone.');
  for (const words of ['nobody', 'Nobody']) await expect(card).not.toContainText(words);
});

test('after a day the card asks the person alone; Still texts nobody', { tag: '@core' }, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await chooses(ada, 'Dark');
  await isTexted(app, [grace, sam]);
  await setBack(app, ada, '25 hours');
  await ada.goesTo('/circles');
  await expect(ownCardOf(ada)).toContainText(
    /^Dark since (yesterday|\w{3}), \d{1,2}:\d\d\s[AP]M\. Still feeling this way\?/,
  );
  await ownCardOf(ada).getByRole('button', { name: 'Yes, still' }).click();
  await expect(ownCardOf(ada)).not.toContainText('Still feeling this way?');
  await setBack(app, ada, '50 hours');
  await app.sql("update asks set still_at = still_at - interval '73 hours' where uid = $1", [ada.uid]);
  await ada.page.reload();
  await expect(barOf(ada)).toContainText('Your ask ended after three days.');
  await expect(barOf(ada).getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');
  await barOf(ada).getByRole('button', { name: 'OK' }).click();
  await expect(barOf(ada)).toBeEmpty();
  await expect(ada.page.getByRole('main').getByRole('link', { name: 'Your mood Dark' })).toBeVisible();
  for (const friend of [grace, sam]) expect(supportTexts(app, friend)).toHaveLength(1);
});

test('three friends ask: nothing specified changes its place', async ({ signUp }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  const mei = await signUp('Mei', 'Tanaka');
  await connected(mei, grace);
  const { page } = grace;
  const main = page.getByRole('main');
  /** Where a screen has what section 2 of the specification places on it, and where its list begins. */
  const look = async ([address, list, ...words]: readonly string[], { viewport }: typeof PHONE) => {
    await page.setViewportSize(viewport);
    await grace.goesTo(address!);
    await expect(grace.rowOf(ada)).toBeVisible();
    const footer = page.getByRole('contentinfo').getByRole('link');
    const all = [
      page.getByRole('banner'),
      ...words.map((each) => main.getByText(each).first()),
      ...(await footer.all()),
    ];
    const boxes = await Promise.all(all.map((each) => each.boundingBox()));
    return { boxes, top: (await page.getByRole('list', { name: list! }).boundingBox())!.y };
  };
  const circle = ['/circles', 'Your connections', 'My Circle', 'Hello, Grace Hopper', 'Your mood'];
  const chats = ['/cares', 'Your chats', 'My Chats'];
  const row = main.getByRole('button', { name: '3 friends could use support' });
  const screens = [
    { screen: circle, size: PHONE, cards: row, height: 72, moves: 72 },
    { screen: chats, size: PHONE, cards: cardOf(grace, mei), height: 120, moves: 120 },
    { screen: circle, size: WIDE, cards: cardOf(grace, mei), height: 120, moves: 0 },
    { screen: chats, size: WIDE, cards: cardOf(grace, mei), height: 120, moves: 0 },
  ];
  const before: Awaited<ReturnType<typeof look>>[] = [];
  for (const { screen, size } of screens) before.push(await look(screen, size));
  await chooses(ada, 'Dark');
  for (const who of [sam, mei]) await chooses(who, 'Purple');
  for (const [index, { screen, size, cards, height, moves }] of screens.entries()) {
    const where = `${screen[0]}, ${size.viewport.width}`;
    const { boxes, top } = await look(screen, size);
    expect(boxes, where).toEqual(before[index]!.boxes);
    expect((await cards.boundingBox())!.height, where).toBeLessThanOrEqual(height);
    // With the gap below the cards.
    expect(top - before[index]!.top, where).toBeLessThanOrEqual(moves && moves + 16);
  }
  // Beside the list on a wide screen all three stand in the pane, the newest first.
  const headings = page.getByRole('region', { name: 'No chat chosen' }).getByRole('heading');
  await expect(headings).toHaveText([
    'Mei could use some support',
    'Sam could use some support',
    'Ada is in bad shape',
  ]);
  await page.setViewportSize(PHONE.viewport);
  await main.getByRole('button', { name: '2 more friends' }).click();
  await expect(cardOf(grace, ada)).toBeVisible();
  // Who is in a hard time, too, sees one quiet line.
  await chooses(grace, 'Purple');
  await expect(main.getByRole('button', { name: '3 friends need support, too' })).toBeVisible();
});

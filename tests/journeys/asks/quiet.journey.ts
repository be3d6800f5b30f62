import {
  barOf,
  cardOf,
  chooses,
  isTexted,
  setBack,
  shares,
  supportTexts,
  threePeople,
} from '#tests/support/browser/care.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

const QUIET = 'Phones are in pockets, people work or sleep. It says nothing about what you mean to them.';

test('quiet for ten minutes: words, and asking once more texts those without an answer, once', {
  tag: '@core',
}, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await sam.goesTo('/circles');
  await ada.page.clock.install();
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await isTexted(app, [grace, sam]);
  await cardOf(sam, ada).getByRole('button', { name: 'I can’t right now' }).click();
  await expect(barOf(ada)).toContainText('You asked 2 friends.');
  await expect(barOf(ada)).not.toContainText('No answer yet.');
  await ada.page.clock.fastForward('10:05');
  await expect(barOf(ada)).toContainText('No answer yet.');
  await expect(barOf(ada)).toContainText(QUIET);
  await expect(barOf(ada).getByText('Call a friend')).toBeVisible();
  await expect(barOf(ada).getByRole('link', { name: 'Talk to a helpline' })).toHaveAttribute('href', '/help');

  await grace.goesTo('/circles');
  await barOf(ada).getByRole('button', { name: 'Ask once more' }).click();
  await expect(barOf(ada).getByRole('button', { name: 'Ask once more' })).toHaveCount(0);
  await expect(barOf(ada).getByRole('status')).toHaveText(/^You asked once more, (yesterday, )?\d{1,2}:\d\d\s[AP]M\.$/);
  await expect(barOf(ada).getByRole('status')).toBeFocused();
  await expect(cardOf(grace, ada)).toContainText('Still open');
  await expect
    .poll(() => supportTexts(app, grace).at(-1))
    .toMatch(/^Still hoping to reach a friend: Ada Lovelace could use some support\. Even one line helps http/);
  expect(supportTexts(app, sam)).toHaveLength(1);

  await ada.page.clock.fastForward('50:00');
  await expect(barOf(ada)).toContainText('You don’t have to wait alone.');
  await expect(barOf(ada).getByRole('link', { name: /^Call .*988/ })).toHaveAttribute('href', 'tel:988');
  for (const words of ['nobody', 'Nobody']) await expect(barOf(ada)).not.toContainText(words);
});

test('after a day the bar asks the person alone; Still texts nobody', { tag: '@core' }, async ({ signUp, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await chooses(ada, 'Dark');
  await isTexted(app, [grace, sam]);
  await setBack(app, ada, '25 hours');
  await ada.goesTo('/circles');
  await expect(barOf(ada)).toContainText(
    /^Dark since (yesterday|\w{3}), \d{1,2}:\d\d\s[AP]M\. Still feeling this way\?/,
  );
  await barOf(ada).getByRole('button', { name: 'Yes, still' }).click();
  await expect(barOf(ada)).not.toContainText('Still feeling this way?');
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

test('two hours after a yes without a message the friend is asked once', async ({ signUp, app }) => {
  const { ada, grace } = await threePeople(signUp);
  await chooses(ada, 'Dark');
  await grace.goesTo('/circles');
  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(cardOf(grace, ada)).toContainText('Ada can see that you’ll reach out.');
  await setBack(app, ada, '3 hours');
  await app.sql("update ask_recipients set answered_at = answered_at - interval '2 hours 5 minutes'");
  await app.sql("update connections set lastmessage = lastmessage - interval '3 hours'");
  await grace.page.reload();
  await expect(cardOf(grace, ada)).toContainText('Did you get to reach Ada?');
  await cardOf(grace, ada).getByRole('button', { name: 'Yes' }).click();
  await expect(cardOf(grace, ada)).toContainText('Ada can see that you’ll reach out.');
  // Also on another device, which remembers nothing.
  await grace.page.evaluate(() => localStorage.removeItem(`asks:${JSON.parse(localStorage.getItem('user')!).uid}`));
  await grace.page.reload();
  await expect(cardOf(grace, ada)).toContainText('Ada can see that you’ll reach out.');
});

test('several friends who ask: two cards, Dark first, and the rest one tap away', async ({ signUp }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  const mei = await signUp('Mei', 'Tanaka');
  await mei.calls('PUT', `/api/users/${mei.uid}/connections/${grace.uid}`, {});
  await chooses(ada, 'Dark');
  await chooses(sam, 'Purple');
  await chooses(mei, 'Purple');
  await grace.goesTo('/circles');
  const headings = grace.page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['Ada could use some support', 'Mei could use some support']);
  await grace.page.getByRole('button', { name: 'and 1 more' }).click();
  await expect(headings).toHaveCount(3);
  const rows = grace.page.getByRole('list', { name: 'Your connections' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Ada Lovelace' })).toContainText(
    /This mood since (yesterday, )?\d{1,2}:\d\d\s[AP]M/,
  );
});

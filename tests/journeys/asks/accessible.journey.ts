import { barOf, cardOf, chooses, setBack, threePeople } from '#tests/support/browser/care.ts';
import { expect, friends, test } from '#tests/support/browser/journey.ts';
import { enterOn } from '#tests/support/browser/keyboard.ts';

test('with the keyboard alone: ask, fold, answer, close', async ({ signUp }) => {
  const { ada, grace } = await threePeople(signUp);
  const { page } = ada;
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await page.getByRole('radio', { name: "I'm in bad shape" }).focus();
  await page.keyboard.press('Space');
  await enterOn(page, page.getByRole('button', { name: 'Ask my friends for support' }));
  await expect(barOf(ada)).toContainText('You asked 2 friends.');
  const fold = barOf(ada).getByRole('button', { name: 'What your friends know' });
  await enterOn(page, fold);
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(barOf(ada).getByRole('button', { name: 'I’m OK now' })).toBeHidden();
  await page.keyboard.press('Enter');

  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }));
  await expect(cardOf(grace, ada).getByText('Ada can see that you’ll reach out.')).toBeFocused();
  await enterOn(grace.page, cardOf(grace, ada).getByRole('button', { name: 'Hand over' }));
  await expect(cardOf(grace, ada).getByText('You have handed over.')).toBeFocused();
  await expect(cardOf(grace, ada).getByRole('button', { name: 'Hand over' })).toHaveCount(0);
  await expect(barOf(ada)).toContainText('Grace had to go.');

  await enterOn(page, barOf(ada).getByRole('button', { name: 'I’m OK now' }));
  await expect(barOf(ada).getByRole('button', { name: 'Feeling Good' })).toBeFocused();
  await enterOn(page, barOf(ada).getByRole('button', { name: 'Back' }));
  await expect(barOf(ada).getByRole('button', { name: 'I’m OK now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(barOf(ada)).toContainText('Tell the friends you asked?');
  await expect(barOf(ada)).toBeFocused();
  await enterOn(page, barOf(ada).getByRole('button', { name: 'Tell them' }));
  await expect(barOf(ada)).toBeEmpty();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the bar of an ask without an answer leaves two thirds of a phone free', async ({ signUp, app }) => {
  const [ada] = await friends(signUp, { viewport: { width: 390, height: 844 } });
  await chooses(ada, 'Dark');
  await setBack(app, ada, '2 hours');
  await ada.goesTo('/cares');
  await expect(barOf(ada)).toContainText('wait alone');
  const height = await barOf(ada)
    .locator('> div.fixed')
    .evaluate((bar) => bar.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(844 / 3);
});

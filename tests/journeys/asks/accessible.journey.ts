import { barOf, cardOf, ownCardOf, threePeople } from '#tests/support/browser/care.ts';
import { expect, test } from '#tests/support/browser/journey.ts';
import { enterOn } from '#tests/support/browser/keyboard.ts';

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

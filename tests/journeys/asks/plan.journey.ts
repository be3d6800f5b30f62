import { cardOf, chooses, endsHold, ownCardOf } from '#tests/support/browser/care.ts';
import { expect, friends, test } from '#tests/support/browser/journey.ts';

test('a plan opens by one tap on a bad day, also without a connection, and who helps reads what is shown', {
  tag: ['@core', '@firefox'],
}, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { viewport: { width: 390, height: 844 } });
  const { page } = ada;
  await ada.goesTo('/status');
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('link', { name: 'My plan' }).click();
  await page.getByRole('button', { name: 'Write What helps me alone' }).click();
  await page.getByRole('textbox', { name: 'What helps me alone' }).fill('A walk by the river');
  await page.getByLabel('These friends').check();
  await page.getByLabel('Grace Hopper').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Grace may read this.')).toBeVisible();

  await grace.goesTo('/circles');
  await chooses(ada, 'Dark');
  await endsHold(app, ada);
  await ada.goesTo('/circles');
  await expect(ownCardOf(ada).getByRole('link', { name: 'My plan' })).toBeVisible();
  ada.allowError(/net::ERR_|NS_ERROR|WebSocket|can’t establish a connection/);
  await page.context().setOffline(true);
  await ownCardOf(ada).getByRole('link', { name: 'My plan' }).click();
  await expect(page.getByText('A walk by the river')).toBeVisible();
  await page.context().setOffline(false);

  await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
  await expect(grace.page).toHaveURL(`/chat/${ada.uid}`);
  await grace.goesTo('/circles');
  await cardOf(grace, ada).getByRole('button', { name: 'What helps Ada' }).click();
  await expect(grace.page.getByText('A walk by the river')).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Change What helps me alone' }).click();
  await page.getByLabel('Only me').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Grace may read this.')).toHaveCount(0);
  await expect(cardOf(grace, ada).getByRole('button', { name: 'What helps Ada' })).toHaveCount(0);
});

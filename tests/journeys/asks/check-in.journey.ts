import { expect, friends, test } from '#tests/support/browser/journey.ts';

test('a friend who agreed is told of a missed check-in, and that the person is there', {
  tag: ['@core', '@firefox'],
}, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { viewport: { width: 390, height: 844 } });
  const { page } = ada;
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('link', { name: 'Planned check-in' }).click();
  await page.getByLabel('Grace Hopper').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: /^Every day, 9:00 AM to 12:00 PM$/ })).toBeVisible();
  await expect(page.getByText('No friend looks in now,')).toBeVisible();

  const card = grace.page.getByRole('region', { name: 'Check-in of Ada' });
  await expect(card).toContainText('Would you look in when Ada misses a check-in?');
  await card.getByRole('button', { name: 'Yes, I will' }).click();
  await expect(card).toContainText('You said you would look in.');
  await expect(page.getByText('Said yes: Grace.')).toBeVisible();

  await app.sql('update check_ins set due_at = now(), ends_at = now() where uid = $1', [ada.uid]);
  await expect(card).toContainText('Ada has not checked in');
  await expect(page.getByText('You haven’t checked in.')).toBeVisible();
  // Without a connection the answer waits for the next one.
  ada.allowError(/net::ERR_|NS_ERROR|WebSocket|can’t establish a connection/);
  await ada.context.setOffline(true);
  await page.getByRole('button', { name: 'I’m here' }).click();
  await expect(page.getByText('Not sent yet.')).toBeVisible();
  await ada.context.setOffline(false);
  await expect(page.getByText(/^You have checked in\./)).toBeVisible();
  await expect(card).toContainText('Ada has checked in');

  await page.getByText('Stop the check-in').click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByLabel('Grace Hopper')).not.toBeChecked();
  await expect(card).toContainText('Ada has checked in');
});

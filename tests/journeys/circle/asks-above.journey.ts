import type { Route } from '@playwright/test';
import { cardOf, chooses, threePeople } from '#tests/support/browser/care.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

const refuse = (route: Route) => route.fulfill({ status: 503, body: '' });
const hang = () => {};

for (const [what, answer] of Object.entries({ refused: refuse, 'never answered': hang }))
  test(`the lists do not wait for asks that are ${what}`, async ({ signUp }) => {
    test.slow();
    const { ada, grace } = await threePeople(signUp);
    const { page } = grace;
    await chooses(ada, 'Dark');
    await grace.goesTo('/circles');
    await expect(cardOf(grace, ada)).toBeVisible();
    if (answer === refuse) grace.expectError(/503/);
    await page.route('/api/asks', answer);
    for (const address of ['/cares', '/circles']) {
      const asked = page.waitForRequest('**/api/asks');
      await page.goto(address);
      await asked;
      await expect(page.getByRole('main').getByText(ada.displayName)).toBeVisible();
      await expect(page.getByRole('main').getByText('Check In?')).toBeVisible();
    }
    await page.unroute('/api/asks', answer);
    await page.goto('/cares');
    await expect(cardOf(grace, ada)).toBeVisible();
  });

import { expect } from '@playwright/test';
import type { PushService } from '#tests/support/push/push-service.ts';
import type { Person } from '../../people/person.ts';
import { SubscribingBrowser } from './subscribing-browser.ts';

/** Turns notifications on in a person's browser. */
export async function turnedOn(person: Person, service: PushService): Promise<SubscribingBrowser> {
  const browser = await SubscribingBrowser.open(person, service);
  await person.goesTo('/settings');
  await person.page.getByRole('button', { name: 'Turn on' }).click();
  await expect(person.page.getByRole('switch', { name: 'Show names' })).toBeVisible();
  return browser;
}

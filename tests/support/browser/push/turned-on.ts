import { expect } from '@playwright/test';
import type { Person } from '../../people/person.ts';
import { fakePermission, fakeSubscription } from './fake-subscription.ts';
import { PushCalls } from './push-calls.ts';

/** Lets this browser subscribe, and answers its calls. @param answer the person's to the browser's own question */
export async function withPush(person: Person, answer: NotificationPermission = 'granted'): Promise<PushCalls> {
  await fakePermission(person.context, answer);
  await fakeSubscription(person.context);
  return PushCalls.open(person.context);
}

/** Turns notifications on in a person's browser. */
export async function turnedOn(person: Person): Promise<PushCalls> {
  const calls = await withPush(person);
  await person.goesTo('/settings');
  await person.page.getByRole('button', { name: 'Turn on' }).click();
  await expect(person.page.getByRole('switch', { name: 'Show names' })).toBeVisible();
  return calls;
}

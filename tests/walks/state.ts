import type { Page } from '@playwright/test';
import { expect, type Guest, PATIENTLY } from '#tests/support/browser/journey.ts';

/** A screen in one of its states, for the people of its walk. */
export interface State<People> {
  /** Its route in web/routes.tsx. */
  screen: string;
  name: string;
  /** Opens it on a phone. @returns the person who sees it */
  open: (people: People) => Promise<Guest>;
  /** A button that is in view without scrolling. */
  inView?: RegExp;
  /** A heading with a name of any length may break its lines elsewhere once its font is there. */
  hasLongName?: true;
}

export function state<People>(
  screen: string,
  name: string,
  open: State<People>['open'],
  more: Pick<State<People>, 'inView' | 'hasLongName'> = {},
): State<People> {
  return { screen, name, open, ...more };
}

/** Goes to an address, which shows a text. */
export async function opens<Someone extends Guest>(someone: Someone, address: string, sign: string): Promise<Someone> {
  await someone.goesTo(address);
  await waitUntilSettled(someone.page);
  await expect(someone.page.getByRole('main').getByText(sign).first()).toBeVisible();
  return someone;
}

/** Waits until the screen is complete. /help is a page of its own, without the app. */
export async function waitUntilSettled(page: Page): Promise<void> {
  const isSettled = () => document.querySelector('html[data-settled], html:not(:has(#root))') !== null;
  // It looks in each frame: an input or a fetch soon unsettles a page again.
  await page.waitForFunction(isSettled, null, { timeout: 2 * PATIENTLY.timeout });
}

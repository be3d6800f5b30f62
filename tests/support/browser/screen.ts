import { expect, type Guest } from './journey.ts';

/** A screen in one of its states. `open` goes there and waits until it is complete. */
export interface Screen {
  name: string;
  open: (guest: Guest) => Promise<void>;
}

/** Goes to an address and waits for a text. */
export function at(address: string, sign: string): Screen['open'] {
  return async (guest) => {
    await guest.goesTo(address);
    await expect(guest.page.getByRole('main').getByText(sign).first()).toBeVisible();
  };
}

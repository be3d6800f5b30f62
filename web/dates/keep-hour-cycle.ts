import { CLOCK_KEY, has12Hours } from './hour-cycle.ts';

/** Asks Intl for the clock's hours and keeps them for the next start. At each start, because people change their clock. */
export function keepHourCycle(): void {
  try {
    localStorage.setItem(CLOCK_KEY, has12Hours() ? '12' : '24');
  } catch (error) {
    console.info("The clock's hours could not be stored.", error);
  }
}

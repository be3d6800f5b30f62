/** Where a start keeps '12' or '24' for the next one. */
export const CLOCK_KEY = 'clock';

let known: boolean | undefined;

/** Whether the clock counts to 12, as the last start kept it: to ask Intl takes a slow phone 30 ms. */
export function uses12Hours(): boolean {
  known ??= kept() ?? has12Hours();
  return known;
}

/** Whether the clock of a locale counts to 12, as Intl has it. @param locale the browser's if undefined */
export function has12Hours(locale?: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;
}

function kept(): boolean | undefined {
  let hours: string | null = null;
  try {
    hours = localStorage.getItem(CLOCK_KEY);
  } catch {
    // This browser forbids storage, so nothing is kept.
  }
  return hours === null ? undefined : hours === '12';
}

/** Where a start keeps '12' or '24' for the next one. */
export const CLOCK_KEY = 'clock';

let known: boolean | undefined;

/**
 * Whether the browser's clock counts to 12, as it was kept at the last start. Without that Intl is asked: that takes a slow phone
 * 30 ms, before the first times are shown.
 */
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

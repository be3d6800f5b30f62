const KEY = 'clock';

let known: boolean | undefined;

/**
 * Whether the browser's clock counts to 12. The answer is kept for the next starts: asking Intl for it takes a slow phone
 * 30 ms, before the first times are shown.
 */
export function uses12Hours(): boolean {
  known ??= kept() ?? keep();
  return known;
}

/** Asks Intl again, for the next start: people change their clock. Call it when the browser is idle. */
export function keepHourCycle(): void {
  keep();
}

/** Whether the clock of a locale counts to 12, as Intl has it. @param locale the browser's if undefined */
export function has12Hours(locale?: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;
}

function kept(): boolean | undefined {
  try {
    const hours = localStorage.getItem(KEY);
    return hours === null ? undefined : hours === '12';
  } catch {
    // This browser forbids storage, so Intl is asked at each start.
    return undefined;
  }
}

function keep(): boolean {
  const is12 = has12Hours();
  try {
    localStorage.setItem(KEY, is12 ? '12' : '24');
  } catch (error) {
    console.info("The clock's hours could not be stored.", error);
  }
  return is12;
}

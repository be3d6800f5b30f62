let known: boolean | undefined;

/** Whether the browser's clock counts to 12. Asked once: to ask Intl takes a slow phone 30 ms. */
export function uses12Hours(): boolean {
  known ??= has12Hours();
  return known;
}

/** Whether the clock of a locale counts to 12. @param locale the browser's if undefined */
export function has12Hours(locale?: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;
}

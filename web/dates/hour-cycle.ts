/** Whether the clock of a locale counts to 12, as Intl has it. @param locale the browser's if undefined */
export function has12Hours(locale?: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;
}

let remembered: boolean | undefined;

/** Whether the browser's clock counts to 12. It is asked once: creating a formatter takes a slow phone some 20 ms. */
export function uses12Hours(): boolean {
  remembered ??= has12Hours();
  return remembered;
}

/** The classes of what stands in the bar above the footer: it must leave two thirds of a phone's screen free. */
export const smallButton = 'px-3.5!';
export const barLink = 'inline-flex min-h-11 items-center px-2 font-semibold text-accent underline underline-offset-4';

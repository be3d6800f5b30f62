import type { Helpline } from '#contract/help/helplines.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_AFTER_DAYS = 180;
const FAIL_AFTER_DAYS = 365;

/**
 * Checks how long ago a person compared each helpline with its provider's page. Entries without such a date pass, because
 * /help says that they are not checked.
 * @returns warnings about entries of half a year and more
 * @throws when an entry was checked 365 days ago or earlier, or in the future
 */
export function checkAges(helplines: readonly Helpline[], now: Date): string[] {
  return helplines.flatMap(({ country, name, lastChecked, source }) => {
    if (lastChecked === undefined) return [];
    const days = Math.floor((now.getTime() - Date.parse(lastChecked)) / DAY_MS);
    const sentence = `${country} ${name} was last checked ${days} days ago (contract/help/helplines.json): compare it with ${source}`;
    if (days < 0) throw new Error(`${country} ${name}: lastChecked is in the future.`);
    if (days >= FAIL_AFTER_DAYS) throw new Error(`${sentence}.`);
    return days >= WARN_AFTER_DAYS ? [`${sentence} before it is ${FAIL_AFTER_DAYS}.`] : [];
  });
}

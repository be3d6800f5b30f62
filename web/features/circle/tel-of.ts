/** Shorter ones, as 911 and 12345, reach no friend; longer ones nobody. */
const DIGITS = { fewest: 7, most: 15 };

/** The address that calls a number, which is as somebody typed it; null for one that cannot be called. */
export function telOf(phonenumber: string): string | null {
  const digits = phonenumber.replace(/\D/g, '').length;
  const isNumber = /^\+?[\d\s().\-/]*$/.test(phonenumber.trim());
  if (!isNumber || digits < DIGITS.fewest || digits > DIGITS.most) return null;
  return `tel:${phonenumber.replace(/[^\d+]/g, '')}`;
}

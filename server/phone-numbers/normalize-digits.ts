/** The digits that people type besides 0 to 9 and what NFKC makes them: Arabic and Persian ones. */
const ARABIC = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** A number as every gateway reads it: with the digits 0 to 9, and otherwise as it was typed. */
export function normalizeDigits(typed: string): string {
  return typed.normalize('NFKC').replace(ARABIC, (digit) => String(digit.charCodeAt(0) & 15));
}

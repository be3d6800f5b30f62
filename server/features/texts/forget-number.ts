import type { CountryCode } from 'libphonenumber-js';
import type pg from 'pg';
import { normalizeDigits, parseNumber } from '#server/phone-numbers/parse-number.ts';

/** The digits in the index of 0014-departures.ts. */
const LAST_DIGITS = 7;

const CANDIDATES = `
  select id, phone_number as "phoneNumber" from texts
  where cause = 'form' and phone_number <> '' and right(regexp_replace(phone_number, '\\D', '', 'g'), ${LAST_DIGITS}) = any($1)`;

/** A text that a worker is sending right now is still sent. A later retry is cancelled, because it has no number. */
const FORGET = `
  update texts
  set phone_number = '',
      status = case when status = 'queued' then 'cancelled' else status end,
      last_error = case when status = 'queued' then 'the number''s person has left' else last_error end,
      settled_at = case when status = 'queued' then now() else settled_at end
  where id = any($1)`;

/**
 * Removes a phone number from all texts by hand, however it is written there. The texts stay in their senders' lists;
 * queued ones are cancelled.
 * @param written the number in every form that its person's record holds
 */
export async function forgetNumber(db: pg.ClientBase, written: readonly string[], country: CountryCode): Promise<void> {
  const own = new Set(written.flatMap((number) => spellings(number, country)));
  const endings = [...own].map((digits) => digits.slice(-LAST_DIGITS));
  if (endings.length === 0) return;
  const { rows } = await db.query<{ id: string; phoneNumber: string }>(CANDIDATES, [endings]);
  const found = rows.filter(({ phoneNumber }) => spellings(phoneNumber, country).some((digits) => own.has(digits)));
  if (found.length > 0) await db.query(FORGET, [found.map(({ id }) => id)]);
}

function spellings(number: string, country: CountryCode): string[] {
  const forms = [normalizeDigits(number), parseNumber(number, country)?.number ?? ''].map((each) =>
    each.replace(/\D/g, ''),
  );
  return forms.filter((digits) => digits !== '');
}

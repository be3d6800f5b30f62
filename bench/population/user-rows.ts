import { drawPeople } from './people.ts';
import type { Population } from './population.ts';
import type { RowWriter } from './row-writer.ts';

export const USER_COLUMNS =
  'id, name, firstname, lastname, email, phonenumber, phone_e164, mood, mood_chosen_at, created_at, updated_at';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Everybody, in the order in which they signed up. */
export function* userRows(row: RowWriter, { seed, people, uids, beginning }: Population): Generator<void> {
  let person = 0;
  for (const { firstname, lastname, email, phone, mood } of drawPeople(seed)) {
    const signedUp = beginning - YEAR_MS + Math.floor((person / people) * YEAR_MS);
    row.begin(11);
    row.uuid(uids, person);
    row.text(`${firstname} ${lastname}`);
    row.text(firstname);
    row.text(lastname);
    row.text(email);
    row.text(phone.typed);
    row.textOrNull(phone.e164);
    row.text(mood);
    for (let times = 0; times < 3; times += 1) row.time(signedUp);
    if (row.isFull) yield;
    person += 1;
    if (person === people) return;
  }
}

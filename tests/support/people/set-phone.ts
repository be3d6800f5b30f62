import type pg from 'pg';
import { readPhone } from '#server/phone-numbers/read-number.ts';

/** Gives a person a phone number as their profile would store it. @param typed '' takes it away */
export async function setPhone(pool: Pick<pg.Pool, 'query'>, uid: string, typed: string): Promise<void> {
  const { phoneE164, phoneKey, phoneDialled, phoneRestriction } = readPhone(typed, 'US');
  await pool.query(
    'update users set phonenumber = $2, phone_key = $3, phone_dialled = $4, phone_restriction = $5, phone_e164 = $6 where id = $1',
    [uid, typed, phoneKey, phoneDialled, phoneRestriction, phoneE164],
  );
}

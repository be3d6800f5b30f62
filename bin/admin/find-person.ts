import type pg from 'pg';
import { Refused } from './command.ts';

export interface FoundPerson {
  uid: string;
  name: string;
  email: string;
}

/** @throws {Refused} when nobody has this email */
export async function findPerson(pool: pg.Pool, email = ''): Promise<FoundPerson> {
  const { rows } = await pool.query<FoundPerson>('select id as uid, name, email from users where email = $1', [
    email.toLowerCase(),
  ]);
  if (!rows[0]) throw new Refused(`Nobody has the email ${email}.`);
  return rows[0];
}

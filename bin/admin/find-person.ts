import type pg from 'pg';
import { printable, Refused } from './command.ts';

export interface FoundPerson {
  uid: string;
  name: string;
  email: string;
}

/** Finds a person by email. Their name has no control characters. @throws {Refused} when no account has this email */
export async function findPerson(pool: pg.Pool, email = ''): Promise<FoundPerson> {
  const { rows } = await pool.query<FoundPerson>('select id as uid, name, email from users where email = $1', [
    email.toLowerCase(),
  ]);
  if (!rows[0]) throw new Refused(`Nobody has the email ${email}.`);
  return { ...rows[0], name: printable(rows[0].name) };
}

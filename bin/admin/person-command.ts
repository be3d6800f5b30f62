import type pg from 'pg';
import { type Command, type Given, type Outcome, printable, Refused, type Tools } from './command.ts';

interface FoundPerson {
  uid: string;
  name: string;
  email: string;
}

interface Found extends Tools {
  pool: pg.Pool;
  /** Their name has no control characters. */
  person: FoundPerson;
  options: Given['options'];
}

/** A command about the person with an email. It is refused when no account has this email. */
export function personCommand(
  name: string,
  does: string,
  run: (found: Found) => Promise<Outcome>,
  options?: Command['options'],
): Command {
  return {
    ...{ name, args: ['EMAIL'], does, ...(options && { options }) },
    async run(tools, { names: [email = ''], options }) {
      const pool = await tools.database();
      const { rows } = await pool.query<FoundPerson>('select id as uid, name, email from users where email = $1', [
        email.toLowerCase(),
      ]);
      if (!rows[0]) throw new Refused(`Nobody has the email ${email}.`);
      return run({ ...tools, pool, person: { ...rows[0], name: printable(rows[0].name) }, options });
    },
  };
}

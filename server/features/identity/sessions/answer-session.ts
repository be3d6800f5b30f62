import type pg from 'pg';
import type { SignedInPerson } from './find-person.ts';

const USER = `
  select id, name, email, firstname, lastname, initials, phonenumber, photo, language from users where id = $1`;

/** `{user}` or null. An ended session keeps its cookie: another tab may have got a new one. */
export async function answerSession(person: SignedInPerson | null, pool: pg.Pool): Promise<Response> {
  if (!person) return Response.json(null);
  const { rows } = await pool.query({ name: 'session-user', text: USER, values: [person.uid] });
  const headers = new Headers(person.renewedCookies.map((cookie) => ['set-cookie', cookie]));
  return Response.json(rows[0] ? { user: rows[0] } : null, { headers });
}

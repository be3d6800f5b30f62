import type pg from 'pg';
import type { FindPerson } from './find-person.ts';

const USER = `
  select id, name, email, firstname, lastname, initials, phonenumber from users where id = $1`;

/**
 * Answers who is signed in: `{user}`, or null. Every tab asks it at each opening, and the provider's own answer takes six times as
 * long. The cookie of an ended session stays: this answer may arrive after another tab has got a new one, and an old one is harmless.
 */
export function createAnswerSession(findPerson: FindPerson, pool: pg.Pool) {
  return async (cookies: string | null): Promise<Response> => {
    const person = await findPerson(cookies);
    if (!person) return Response.json(null);
    const { rows } = await pool.query({ name: 'session-user', text: USER, values: [person.uid] });
    const headers = new Headers(person.renewedCookies.map((cookie) => ['set-cookie', cookie]));
    return Response.json(rows[0] ? { user: rows[0] } : null, { headers });
  };
}

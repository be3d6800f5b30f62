import { sql } from 'kysely';
import type { Transaction } from '../../database/connect.ts';
import { TextNotAccepted } from './text-not-accepted.ts';

const LIMITS = [
  { texts: 5, window: '1 minute', words: 'You can send 5 texts a minute. Please wait a moment.' },
  { texts: 50, window: '1 day', words: 'You can send 50 texts a day. Please try again later.' },
];

/**
 * How many texts a person may send by hand, counted from the outbox itself. Holds the person's other sends back until
 * the transaction ends, so that many at once cannot slip through together.
 * @throws {TextNotAccepted} too_many, with the time until there is room again
 */
export async function checkFormLimits(trx: Transaction, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`texts by ${uid}`}, 0))`.execute(trx);
  for (const { texts, window, words } of LIMITS) {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from created_at + ${window}::interval - now()))::integer as seconds
      from texts where cause = 'form' and author = ${uid}
      order by created_at desc offset ${texts - 1} limit 1`.execute(trx);
    const retryAfterSeconds = rows[0]?.seconds ?? 0;
    if (retryAfterSeconds > 0) throw new TextNotAccepted('too_many', words, { retryAfterSeconds });
  }
}

import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** The generation that the account of an email is in; undefined where there is no account. */
export async function findCredentialVersion(db: Kysely<Database>, email: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select('accounts.generation')
    .where('users.email', '=', email.toLowerCase())
    .executeTakeFirst();
  return account?.generation;
}

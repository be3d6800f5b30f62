import { type Kysely, sql } from 'kysely';

/**
 * The hashed network that an account was made from, for its first week: new accounts of one network share some limits
 * (docs/decisions/0012-limits.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add sign_up_network text`.execute(db);
  await sql`create index users_new on users (created_at) where sign_up_network is not null`.execute(db);
  // Whether a text's limits have counted it, so that one that waits for room is not counted each time.
  await sql`alter table texts add counted boolean not null default false`.execute(db);
  // Whom they count is hashed from now on: the old rows show phone numbers and addresses, and nothing finds them any more.
  await sql`delete from limits`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * An account's generation changes with each new password and each sign-out everywhere, and all its sessions belong to the
 * current one (docs/decisions/0013-generations.md). Triggers enforce it, whatever code signs in or changes a password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add generation uuid not null default gen_random_uuid()`.execute(db);
  await sql`alter table sessions add generation uuid`.execute(db);
  await sql`update sessions s set generation = a.generation from accounts a where a.user_id = s.user_id`.execute(db);
  await sql`delete from sessions where generation is null`.execute(db);
  await sql`alter table sessions alter generation set not null`.execute(db);
  await beginNewOnes(db);
  await refuseSessionsOfOldOnes(db);
}

/** A password is changed by naming the generation in which the old one was checked: if that is over, nothing changes. */
async function beginNewOnes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function accounts_generation() returns trigger language plpgsql as $$
    begin
      if new.password is distinct from old.password then
        if new.generation <> old.generation then return null; end if;
        new.generation := gen_random_uuid();
      end if;
      if new.generation <> old.generation then
        delete from sessions where user_id = new.user_id;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger accounts_generation before update of password, generation on accounts
    for each row execute function accounts_generation()`.execute(db);
}

/**
 * Whoever began to sign in before has no session. The lock makes the two wait for each other: a new generation either
 * finds the session and removes it, or is seen here.
 */
async function refuseSessionsOfOldOnes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function sessions_generation() returns trigger language plpgsql as $$
    begin
      perform from accounts where user_id = new.user_id and generation = new.generation for share;
      if not found then return null; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger sessions_generation before insert on sessions
    for each row execute function sessions_generation()`.execute(db);
}

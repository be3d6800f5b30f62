import { type Kysely, sql } from 'kysely';

/**
 * Deleting an account is one short transaction. Its many rows are purged afterwards in small steps, which continue after a
 * crash (docs/decisions/0011-leaving.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createDepartures(db);
  await leaveAtOnce(db);
  await findRowsToPurge(db);
}

/** Who has left and has rows here still, with what those are found by. */
async function createDepartures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table departures (
      uid uuid primary key,
      phonenumber text not null,
      phone_e164 text,
      left_at timestamptz not null default now(),
      look_again_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table departed_connections (
      uid uuid not null references departures on delete cascade,
      other uuid not null,
      after_time timestamptz not null default '-infinity',
      after_id uuid not null default '00000000-0000-0000-0000-000000000000',
      primary key (uid, other)
    )`.execute(db);
}

/**
 * The trigger of 0008-account.ts, without the rows whose number has no bound. The connections are still locked first, in
 * the order in which messages lock them: with the commit nothing can be written to or by the person any more. The
 * foreign key of mood_choices goes, because its cascade would remove millions of rows under that lock; a mood is only
 * ever inserted by updating the person's row.
 */
async function leaveAtOnce(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mood_choices drop constraint mood_choices_uid_fkey`.execute(db);
  await sql`
    create or replace function users_leave() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform 1 from connections where owner = old.id or other = old.id order by owner, other for update;
      insert into departures (uid, phonenumber, phone_e164) values (old.id, old.phonenumber, old.phone_e164)
      on conflict do nothing;
      insert into departed_connections (uid, other) select old.id, other from connections where owner = old.id
      on conflict do nothing;
      return old;
    end $$`.execute(db);
}

/**
 * Texts of messages and of moods are found by the ids of those: an index by recipient would cost a call for support to 500
 * friends half as much again. Texts by hand are few.
 */
async function findRowsToPurge(db: Kysely<unknown>): Promise<void> {
  // However a number is written, its last seven digits are the same; which of those few it is, the server reads.
  await sql`
    create index texts_by_number on texts (right(regexp_replace(phone_number, '\\D', '', 'g'), 7)) where cause = 'form'`.execute(
    db,
  );
  // With the id, pages of a history go on where the last one ended, also among moods of one moment.
  await sql`create index mood_choices_by_person on mood_choices (uid, chosen_at, id)`.execute(db);
  await sql`drop index mood_choices_history`.execute(db);
}

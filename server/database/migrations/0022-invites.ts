import { type Kysely, sql } from 'kysely';

/** Invitation links (docs/decisions/0020-invites.md), and whether a person has dismissed the card of first steps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invites (
      code text primary key,
      inviter uuid unique references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      uses integer not null default 0,
      max_uses integer not null,
      check (uses <= max_uses)
    )`.execute(db);
  await sql`
    alter table users
      add invite_code text,
      add first_steps boolean not null default true`.execute(db);
  await countInviteAtSignUp(db);
}

/**
 * Counts the use of the invitation in the transaction that makes the account: there is never one without the other. The row
 * lock makes sign-ups wait for each other, so the last use goes to one of them.
 */
async function countInviteAtSignUp(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function users_use_invite() returns trigger language plpgsql as $$
    begin
      update invites set uses = uses + 1
      where code = new.invite_code and expires_at > now() and uses < max_uses;
      if not found then
        raise exception 'this invitation cannot be used' using errcode = 'check_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_use_invite before insert on users
    for each row when (new.invite_code is not null) execute function users_use_invite()`.execute(db);
}

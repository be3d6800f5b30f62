import { type Kysely, sql } from 'kysely';

/** Each person's switches for 'is typing' and for read marks, and what was read while its reader hid read marks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add shows_typing boolean not null default true,
      add shows_read boolean not null default true`.execute(db);
  // Marks that the sender has seen must stay, or their end would tell that the reader hides them now.
  await sql`
    create table hidden_reads (
      reader uuid not null references users on delete cascade,
      sender uuid not null references users on delete cascade,
      from_seq bigint not null,
      primary key (reader, sender)
    )`.execute(db);
  await sql`create index hidden_reads_by_sender on hidden_reads (sender)`.execute(db);
  await readsHiddenFrom(db);
}

/**
 * From which seq on the asker is not shown that the other has read the asker's messages: 1 when the asker hides their own read
 * marks, null when nothing is hidden. Whether the other hides them now does not matter: what was read then stays hidden until
 * the other reads a newer message.
 */
async function readsHiddenFrom(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function reads_hidden_from(asker uuid, other uuid) returns bigint language sql stable as $$
      select case
        when not (select u.shows_read from users u where u.id = asker) then 1
        else (select h.from_seq from hidden_reads h where h.reader = other and h.sender = asker)
      end
    $$`.execute(db);
}

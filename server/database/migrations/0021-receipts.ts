import { type Kysely, sql } from 'kysely';

/**
 * What became of a text after its gateway took it, and the phones that asked for no more texts
 * (docs/decisions/0019-receipts-and-stop.md). A text without a receipt has none of these columns set.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table texts
      add delivery text check (delivery in ('sent', 'undelivered', 'delivered')),
      add delivery_at timestamptz,
      add delivery_error text`.execute(db);
  // As texts_given_up: few texts are in it, so the others cost nothing more.
  await sql`create index texts_undelivered on texts (author, created_at) where delivery = 'undelivered'`.execute(db);
  await sql`
    create table text_stops (
      phone text primary key,
      stopped boolean not null,
      said_at timestamptz not null,
      said_to text,
      until timestamptz not null default 'infinity'
    )`.execute(db);
}

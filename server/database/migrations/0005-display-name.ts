import { type Kysely, sql } from 'kysely';

/**
 * The display name is always 'first last' (spec §3), whichever of the two is changed, also by two at once. A trigger and
 * not a generated column, because the identity library writes `name` itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function users_display_name() returns trigger language plpgsql as $$
    begin
      new.name := btrim(new.firstname || ' ' || new.lastname);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_display_name before insert or update of name, firstname, lastname on users
    for each row execute function users_display_name()`.execute(db);
}

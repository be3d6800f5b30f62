import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** A person, if `asker` may see how they are: themself or one of their connections. No row for anybody else. */
export function visiblePerson(db: Kysely<Database>, asker: string, uid: string) {
  return db
    .selectFrom('users as u')
    .where('u.id', '=', uid)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('u.id', '=', asker),
        exists(
          selectFrom('connections as c')
            .select('c.owner')
            .where('c.owner', '=', asker)
            .whereRef('c.other', '=', 'u.id'),
        ),
      ]),
    );
}

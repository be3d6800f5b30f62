import { type Kysely, sql } from 'kysely';
import type { ConnectionEntry, Info } from '#contract/views.ts';
import type { Database } from '../../database/schema.ts';

/** A person's connections with each one's unread count, newest lastmessage first (spec §3): one query. */
export async function listConnections(db: Kysely<Database>, owner: string): Promise<ConnectionEntry[]> {
  const rows = await connectionRows(db, owner).execute();
  return rows.map(connectionEntry);
}

/** One connection of a person, as their list shows it. */
export async function findConnection(db: Kysely<Database>, owner: string, other: string): Promise<ConnectionEntry> {
  return connectionEntry(await connectionRows(db, owner).where('c.other', '=', other).executeTakeFirstOrThrow());
}

function connectionRows(db: Kysely<Database>, owner: string) {
  return db
    .with('unread', (q) =>
      q
        .selectFrom('messages')
        .select(({ fn }) => ['sender', fn.countAll<number>().as('count')])
        .where('receiver', '=', owner)
        .where('read', '=', sql<boolean>`false`)
        .groupBy('sender'),
    )
    .selectFrom('connections as c')
    .innerJoin('users as u', 'u.id', 'c.other')
    .leftJoin('unread as n', 'n.sender', 'c.other')
    .select(['u.id as uid', 'u.firstname', 'u.lastname', 'u.initials', 'u.phonenumber', 'u.email', 'u.mood'])
    .select('u.mood_chosen_at as moodChosenAt')
    .select(['c.lastmessage', 'n.count as unread'])
    .where('c.owner', '=', owner)
    .orderBy('c.lastmessage', (order) => order.desc().nullsLast())
    .orderBy('u.firstname')
    .orderBy('u.id');
}

interface Row extends Info {
  moodChosenAt: Date;
  lastmessage: Date | null;
  unread: number | null;
}

function connectionEntry({ moodChosenAt, lastmessage, unread, ...info }: Row): ConnectionEntry {
  return {
    ...info,
    moodChosenAt: moodChosenAt.getTime(),
    lastmessage: lastmessage?.getTime() ?? 0,
    unread: unread ?? 0,
  };
}

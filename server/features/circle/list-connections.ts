import type pg from 'pg';
import type { ConnectionEntry } from '#contract/views.ts';
import { inMs } from '#server/database/in-ms.ts';
import { NEWEST_MESSAGE, NEWEST_MESSAGE_COLUMNS, type NewestMessage, previewOf } from './newest-message.ts';
import { IS_NEW, SHOWN_CHOSEN_AT, SHOWN_MOOD, SHOWN_PHONE } from './shown-mood.ts';

/** A person's connections with unread counts and previews, newest lastmessage first (spec §3), in one query. */
export async function listConnections(pool: pg.Pool, owner: string): Promise<ConnectionEntry[]> {
  const { rows } = await pool.query<Row>({ name: 'list-connections', text: LIST, values: [owner] });
  return rows.map(connectionEntry);
}

/** One connection, as the person's list shows it; undefined when the two are not connected or an account was deleted. */
export async function findConnection(
  pool: pg.Pool,
  owner: string,
  other: string,
): Promise<ConnectionEntry | undefined> {
  const { rows } = await pool.query<Row>({ name: 'find-connection', text: FIND, values: [owner, other] });
  return rows[0] && connectionEntry(rows[0]);
}

// Named, because planning takes longer than running. `offset 0` looks up each friend instead of reading all people.
const CONNECTION = `
  select u.id as uid, u.firstname, u.lastname, u.initials, ${SHOWN_PHONE} as phonenumber,
    '' as email, ${SHOWN_MOOD} as mood, ${inMs(SHOWN_CHOSEN_AT)} as "moodChosenAt",
    coalesce(${inMs('c.lastmessage')}, 0) as lastmessage, coalesce(n.unread, 0) as unread,
    u.photo, nullif(c.hides_mood, false) as "hidesMood", nullif(${IS_NEW}, false) as "isNew",
    ${NEWEST_MESSAGE_COLUMNS}
  from connections c cross join lateral (select * from users where id = c.other offset 0) u ${NEWEST_MESSAGE}`;

/** Counts all unread messages in one range of their index, not once for each connection. */
const LIST = `${CONNECTION}
  left join (
    select sender, count(*) as unread from messages where receiver = $1 and not read group by sender
  ) n on n.sender = c.other
  where c.owner = $1
  order by c.lastmessage desc nulls last, u.firstname, u.id`;

const FIND = `${CONNECTION}
  cross join (select count(*) as unread from messages where receiver = $1 and sender = $2 and not read) n
  where c.owner = $1 and c.other = $2`;

interface Row extends Omit<ConnectionEntry, 'preview' | 'photo' | 'hidesMood' | 'isNew'>, NewestMessage {
  photo: string | null;
  hidesMood: true | null;
  isNew: true | null;
}

function connectionEntry({ seq, mine, content, deleted, photo, hidesMood, isNew, ...entry }: Row): ConnectionEntry {
  return {
    ...entry,
    preview: previewOf({ seq, mine, content, deleted }),
    ...(photo && { photo }),
    ...(hidesMood && { hidesMood }),
    ...(isNew && { isNew }),
  };
}

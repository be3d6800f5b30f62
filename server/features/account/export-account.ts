import type { Context } from '../../context.ts';
import type { SignedInPerson } from '../identity/index.ts';
import { listDevices } from './list-devices.ts';
import { getSettings } from './settings.ts';

const PAGE = 1_000;

/**
 * All that is kept about a person, as one JSON text in pieces: users/{uid} as the specification has it (spec §3), where a
 * connection is a copy of the other's info, then messages, moods, texts, settings and devices. Page by page, so that
 * a hundred thousand messages are never in memory together, and only as fast as they are fetched.
 */
export async function* exportAccount(context: Context, person: SignedInPerson): AsyncGenerator<string> {
  const { uid } = person;
  const friends = await friendsOf(context, uid);
  const user = { info: await infoOf(context, uid), connections: Object.fromEntries(friends.map((f) => [f.uid, f])) };
  yield `{"users":${JSON.stringify({ [uid]: user })},"messages":`;
  yield* list(conversations(context, uid, friends, MESSAGES));
  yield `,"texts":`;
  yield* list(textsBy(context, uid, friends));
  yield `,"moods":`;
  yield* list(pages((after) => context.pool.query(MOODS, [uid, after])));
  const rest = { settings: await getSettings(context, uid), devices: await listDevices(context, person) };
  yield `,${JSON.stringify(rest).slice(1)}\n`;
}

interface Friend {
  uid: string;
}

/** A row with its place among all, which does not go into the export. */
interface Placed {
  place: number;
}

const INFO = 'u.firstname, u.lastname, u.initials, u.phonenumber, u.email, u.mood';

async function infoOf({ pool }: Context, uid: string): Promise<object> {
  return (await pool.query(`select ${INFO} from users u where u.id = $1`, [uid])).rows[0];
}

async function friendsOf({ pool }: Context, uid: string): Promise<Friend[]> {
  const { rows } = await pool.query<Friend>(
    `select u.id as uid, ${INFO}, c.lastmessage as "lastMessage"
     from connections c join users u on u.id = c.other where c.owner = $1 order by c.lastmessage desc nulls last, u.id`,
    [uid],
  );
  return rows;
}

const CONVERSATION = `
  least(m.sender, m.receiver) = least($1::uuid, $2::uuid) and greatest(m.sender, m.receiver) = greatest($1::uuid, $2::uuid)
  and m.seq > $3 order by m.seq limit ${PAGE}`;

const MESSAGES = `
  select m.seq as place, m.id, m.sender, m.receiver, m.content, m.timestamp, m.read from messages m where ${CONVERSATION}`;

const TEXT = `t.cause, t.phone_number as "phoneNumber", t.message, t.status, t.created_at as "createdAt"`;

/** A message's text bears the message's id. */
const MESSAGE_TEXTS = `
  select m.seq as place, case when m.sender = $1 then t.id end as id, ${TEXT}
  from messages m left join texts t on t.id = m.id where ${CONVERSATION}`;

const MOODS = `
  select place, mood, chosen_at as "chosenAt"
  from (select row_number() over (order by chosen_at, id) as place, mood, chosen_at from mood_choices where uid = $1) m
  where place > $2 order by place limit ${PAGE}`;

/** The texts of a mood have ids around its own (0008-account.ts). */
const OTHER_TEXTS = `
  select * from (
    select row_number() over (order by t.created_at, t.id) as place, t.id, ${TEXT}
    from (
      select t.* from mood_choices m join texts t on t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f')
      where m.uid = $1
      union all select t.* from texts t where t.cause = 'form' and t.author = $1
    ) t
  ) t where place > $2 order by place limit ${PAGE}`;

async function* conversations(context: Context, uid: string, friends: Friend[], statement: string) {
  for (const friend of friends) yield* pages((after) => context.pool.query(statement, [uid, friend.uid, after]));
}

async function* textsBy(context: Context, uid: string, friends: Friend[]) {
  yield* pages((after) => context.pool.query(OTHER_TEXTS, [uid, after]));
  // What others wrote, and what brought no text, is in these pages to be counted only.
  for await (const row of conversations(context, uid, friends, MESSAGE_TEXTS)) if ('id' in row && row.id) yield row;
}

/** All rows of a statement that gives one page after a place. */
async function* pages(page: (after: number) => Promise<{ rows: Placed[] }>): AsyncGenerator<object> {
  for (let after = 0; ; ) {
    const { rows } = await page(after);
    for (const { place, ...row } of rows) {
      after = place;
      yield row;
    }
    if (rows.length < PAGE) return;
  }
}

/** A JSON list, in pieces of many rows. */
async function* list(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let piece = '[';
  let isFirst = true;
  for await (const row of rows) {
    piece += (isFirst ? '\n' : ',\n') + JSON.stringify(row);
    isFirst = false;
    if (piece.length > 64 * 1024) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]`;
}

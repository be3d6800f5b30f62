import type pg from 'pg';
import type { MessageSearch } from '#contract/inputs.ts';
import {
  FOUND_MESSAGES_MAX,
  FOUND_MESSAGES_PAGE_SIZE,
  SEARCHED_BYTES_MAX,
  SEARCHED_MESSAGES_MAX,
} from '#contract/sizes.ts';
import type { FoundMessages } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { isHidden } from '#server/database/is-hidden.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import { waitForTurn } from '#server/http/calls.ts';
import { type FairQueue, LIMITS } from '#server/limits/index.ts';
import { CONVERSATION, IS_CONNECTED } from '../conversation-sql.ts';

/** In pieces: the time to put many marks in order grows with their square. */
const decomposed = (text: string) => `
  (select string_agg(normalize(piece[1], nfd), '') from regexp_matches(${text}, '.{1,255}', 'gs') piece)`;

/** Most texts have no accents and are compared directly, in a quarter of the time. */
const folded = (text: string) => `
  case when octet_length(${text}) = char_length(${text}) then lower(${text})
    else translate(regexp_replace(${decomposed(`lower(${text})`)}, '[\u0300-\u036f]+', '', 'g'), 'łøđ', 'lod') end`;

/** Long messages count by their size: others wait for the end of a search. */
const SEARCHED = `
  select m.id, m.seq, m.content from (
    select m.*, sum(octet_length(m.content)) over (order by m.seq desc) as bytes from (
      select m.id, m.seq, m.content from messages m
      where ${CONVERSATION} and m.seq < $3 and ${IS_CONNECTED}
      order by m.seq desc limit ${SEARCHED_MESSAGES_MAX}
    ) m
  ) m where m.bytes <= ${SEARCHED_BYTES_MAX}`;

/** Reads a conversation by its index until it has enough. An index of words would make messages dearer. */
const FIND = `
  with found as materialized (
    select m.id, m.seq from (${SEARCHED}) m
    where strpos(${folded('m.content')}, (select nullif(${folded('$4::text')}, ''))) > 0 and not ${isHidden('m.id', '$1')}
    order by m.seq desc limit ${FOUND_MESSAGES_MAX}
  )
  select m.id, m.seq, m.sender, m.content, ${inMs('m.timestamp')} as timestamp, (select count(*) from found) as count
  from (select id from found order by seq desc limit ${FOUND_MESSAGES_PAGE_SIZE + 1}) page
  join messages m using (id) order by m.seq desc`;

const LAST_SEARCHED = `
  select last.seq from (select min(seq) as seq from (${SEARCHED}) m) last
  where exists (select from messages m where ${CONVERSATION} and m.seq < last.seq)`;

type Row = FoundMessages['messages'][number] & { count: number };

/** A search of a very long conversation takes a connection for seconds. Others are left for the search for people. */
export const TURNS = { concurrency: 1, maxWaiting: 200, maxWaitingPerGroup: 20 };

/**
 * Finds messages of two people by a text, ignoring case and accents.
 * @param turns between payers, because accounts are free: a flood from one delays another by one search
 * @throws {ProductError} too_many, unavailable
 */
export async function searchMessages(
  { bulkPool, limits }: Pick<Context, 'bulkPool' | 'limits'>,
  turns: FairQueue,
  { uid: asker, payer }: Pick<SignedInPerson, 'uid' | 'payer'>,
  network: string,
  search: MessageSearch,
): Promise<FoundMessages> {
  await limits.count([LIMITS.searchMessages.person, asker], [LIMITS.searchMessages.network, network]);
  return turns.run(payer, () => find(bulkPool, asker, search), waitForTurn());
}

async function find(
  bulkPool: pg.Pool,
  asker: string,
  { with: other, q, before = Number.MAX_SAFE_INTEGER }: MessageSearch,
): Promise<FoundMessages> {
  const { rows } = await bulkPool.query<Row>({
    name: 'search-messages',
    text: FIND,
    values: [asker, other, before, q.trim()],
  });
  const page = rows.slice(0, FOUND_MESSAGES_PAGE_SIZE);
  const hasMore = rows.length > FOUND_MESSAGES_PAGE_SIZE;
  return {
    messages: page.map(({ count: _, ...message }) => message),
    before: hasMore ? page.at(-1)!.seq : await findLastSearched(bulkPool, [asker, other, before]),
    count: rows[0]?.count ?? 0,
  };
}

/** @returns null when the whole conversation before that seq was looked through */
async function findLastSearched(bulkPool: pg.Pool, values: [string, string, number]): Promise<number | null> {
  const { rows } = await bulkPool.query<{ seq: number }>({ name: 'last-searched', text: LAST_SEARCHED, values });
  return rows[0]?.seq ?? null;
}

import type pg from 'pg';
import type { MessageSearch } from '#contract/inputs.ts';
import { FOUND_MESSAGES_MAX, FOUND_MESSAGES_PAGE_SIZE } from '#contract/limits.ts';
import type { FoundMessages } from '#contract/views.ts';
import { createFairQueue, type Limits, MESSAGE_SEARCHES, MESSAGE_SEARCHES_FROM_NETWORK } from '#server/limits/index.ts';
import { CONVERSATION, IS_CONNECTED } from '../conversation-parts.ts';

/** Searches in conversations, one at a time. */
export interface MessageSearches {
  /**
   * Finds the messages between two people that hold a text, ignoring case as the search for people does.
   * @param asker one of the two, so a third person finds nothing
   * @param network the asker's, for the limits and the turns
   * @throws {ProductError} too_many; unavailable, also after two seconds
   */
  find(asker: string, network: string, search: MessageSearch): Promise<FoundMessages>;
}

/**
 * Reads one conversation by the index of its pages, the newest message first, until it has enough. There is no index of
 * words: it would make each message dearer to store, and 100,000 messages are read in a fraction of a second.
 */
const FIND = `
  with found as materialized (
    select m.id, m.seq from messages m
    where ${CONVERSATION} and m.seq < $3 and ${IS_CONNECTED} and strpos(lower(m.content), lower($4)) > 0
    order by m.seq desc limit ${FOUND_MESSAGES_MAX}
  )
  select m.id, m.seq, m.sender, m.content, m.timestamp, (select count(*) from found) as count
  from (select id from found order by seq desc limit ${FOUND_MESSAGES_PAGE_SIZE + 1}) page
  join messages m using (id) order by m.seq desc`;

interface Row {
  id: string;
  seq: number;
  sender: string;
  content: string;
  timestamp: Date;
  count: number;
}

/** A search of a very long conversation takes a connection for up to two seconds: one is left for the search for people. */
const BOUNDS = {
  concurrency: 1,
  maxWaiting: 200,
  maxWaitingPerGroup: 20,
  message: 'Too many at once. Please try again in a moment.',
};

/** Takes turns between networks, because accounts are free: a flood from one delays another by one search. */
export function createMessageSearches(searchPool: pg.Pool, limits: Limits): MessageSearches {
  const queue = createFairQueue(BOUNDS);
  return {
    async find(asker, network, search) {
      await limits.count([MESSAGE_SEARCHES, asker], [MESSAGE_SEARCHES_FROM_NETWORK, network]);
      return queue.run(network, () => find(searchPool, asker, search));
    },
  };
}

async function find(
  searchPool: pg.Pool,
  asker: string,
  { with: other, q, before = Number.MAX_SAFE_INTEGER }: MessageSearch,
): Promise<FoundMessages> {
  const { rows } = await searchPool.query<Row>({
    name: 'search-messages',
    text: FIND,
    values: [asker, other, before, q.trim()],
  });
  const page = rows.slice(0, FOUND_MESSAGES_PAGE_SIZE);
  return {
    messages: page.map(({ id, seq, sender, content, timestamp }) => ({
      ...{ id, seq, sender, content },
      timestamp: timestamp.getTime(),
    })),
    before: rows.length > FOUND_MESSAGES_PAGE_SIZE ? (page.at(-1)?.seq ?? null) : null,
    count: rows[0]?.count ?? 0,
  };
}

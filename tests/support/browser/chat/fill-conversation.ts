import type { App } from '../../servers/app-process.ts';
import { connected, type Person } from '../journey.ts';

interface Conversation {
  messages: number;
  /** How many of the last ones are unread. */
  unread?: number;
  /** SQL of n, the message's number from 1: whether `one` has sent it. */
  isOwn?: string;
  /** SQL of n: what follows 'Message 1'. */
  more?: string;
  /** SQL of n. */
  time?: string;
}

/** Connects two people and fills their conversation: by default one message in ten minutes, each third one by `one`. */
export async function fillConversation(
  app: App,
  one: Person,
  other: Person,
  {
    messages,
    unread = 0,
    isOwn = 'n % 3 = 0',
    more = "''",
    time = `now() - (${messages + 1} - n) * interval '10 minutes'`,
  }: Conversation,
): Promise<void> {
  await connected(one, other);
  await app.sql('delete from messages where sender = $1 and receiver = $2', [one.uid, other.uid]);
  await app.sql(
    `insert into messages (id, sender, receiver, content, timestamp, read)
     select gen_random_uuid(), case when ${isOwn} then $1 else $2 end::uuid, case when ${isOwn} then $2 else $1 end::uuid,
       'Message ' || n || ${more}, ${time}, n <= $3::int - $4::int
     from generate_series(1, $3::int) n`,
    [one.uid, other.uid, messages, unread],
  );
}

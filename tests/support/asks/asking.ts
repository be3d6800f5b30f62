import type { Asks } from '#contract/asks.ts';
import type { Member } from '#fixtures/client.ts';
import type { TestServer } from '#tests/support/servers/test-server.ts';

interface AskText {
  id: string;
  recipient: string;
  choice: string;
  cause: string;
  status: string;
}

/** What tests of asks do on a server. */
export interface Asking {
  /** People with a phone who have all been connected with each other for a month. */
  circle(size: number): Promise<[Member, Member, Member, ...Member[]]>;
  /** @returns the answer's body */
  // biome-ignore lint/suspicious/noExplicitAny: as of Client
  choose(who: Member, mood: string): Promise<any>;
  asks(who: Member): Promise<Asks>;
  /** Chooses a mood and ends its hold. @returns the ask's id */
  openAsk(who: Member, mood?: 'Purple' | 'Dark'): Promise<string>;
  /** Sets the clock forward by the hold: all asks open, and their texts leave. */
  open(): Promise<void>;
  /** The texts of a person, once the server is settled. */
  texts(author: Member): Promise<AskText[]>;
}

export function asking(server: TestServer): Asking {
  const { pool } = server.database;
  const asks = async (who: Member) => (await who.get('/api/asks')).body as Asks;
  const choose: Asking['choose'] = async (who, mood) =>
    (await who.put(`/api/users/${who.uid}/info/mood`, { mood, requestId: crypto.randomUUID() })).body;

  const open = () => server.advance(`${server.moodring.context.config.undoSeconds} seconds`);

  return {
    async circle(size) {
      const people = await server.insertMembers(size);
      await server.connectAll(people);
      await pool.query(`update connections set connected_at = now() - interval '30 days' where owner = any($1)`, [
        people.map(({ uid }) => uid),
      ]);
      return people as [Member, Member, Member, ...Member[]];
    },
    choose,
    asks,
    async openAsk(who, mood = 'Dark') {
      await choose(who, mood);
      await open();
      return (await asks(who)).mine!.id;
    },
    open,
    async texts(author) {
      await server.settled();
      const query = `select id, recipient, cause, cause_id as choice, status from texts where author = $1 order by created_at, id`;
      return (await pool.query<AskText>(query, [author.uid])).rows;
    },
  };
}

import { beforeEach } from 'vitest';
import type { Asks } from '#contract/asks.ts';
import type { Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import type { Config } from '#server/config.ts';
import { status } from '../servers/endpoint.ts';
import { startTextedServer } from '../servers/texted-server.ts';

interface AskText {
  id: string;
  recipient: string;
  choice: string;
  cause: string;
  status: string;
}

/**
 * Starts a test server whose texts go to an endpoint, which is empty before each test; with the calls of tests of asks. Call it at the
 * top of the file.
 */
export async function startAskServer(overrides: Partial<Config> = {}) {
  const server = await startTextedServer(overrides);
  const { endpoint } = server;
  const { pool } = server.database;
  beforeEach(() => {
    endpoint.received.length = 0;
    endpoint.answer = status(202);
  });
  const asks = async (who: Member) => (await who.get('/api/asks')).body as Asks;
  const choose = async (who: Member, mood: string) =>
    (await who.put(`/api/users/${who.uid}/info/mood`, { mood, requestId: crypto.randomUUID() })).body;
  /** Sets the clock forward by the hold: all asks open, and their texts leave. */
  const open = () => server.advance(`${server.moodring.context.config.undoSeconds} seconds`);

  return {
    server,
    pool,
    sql: server.sql,
    endpoint,
    asks,
    choose,
    open,
    /** People with a phone who have all been connected with each other for a month. */
    async circle(size: number) {
      const people = await server.insertMembers(size);
      await server.connectAll(people);
      await pool.query(`update connections set connected_at = now() - interval '30 days' where owner = any($1)`, [
        people.map(({ uid }) => uid),
      ]);
      return people as [Member, Member, Member, ...Member[]];
    },
    /** Chooses a mood and ends its hold. @returns the ask's id */
    async openAsk(who: Member, mood: 'Purple' | 'Dark' = 'Dark') {
      await choose(who, mood);
      await open();
      return (await asks(who)).mine!.id;
    },
    /** The texts of a person, once the server is settled. */
    async texts(author: Member) {
      await server.settled();
      const query = `select id, recipient, cause, cause_id as choice, status from texts where author = $1 order by created_at, id`;
      return (await pool.query<AskText>(query, [author.uid])).rows;
    },
    answer: (friend: Member, ask: string, kind: string, more: object = {}) =>
      friend.put(`/api/asks/${ask}/answer`, { answer: kind, ...more }),
    close: (person: Member, ask: string, how: object = { tell: false }) => person.post(`/api/asks/${ask}/close`, how),
    /** Hides a person's mood from a friend, or shows it again. */
    hide: (person: Member, friend: Member, hidesMood = true) => person.control(friend, { hidesMood }),
    /** The code of the last link in the texts to a friend. */
    codeTo({ phonenumber }: Member) {
      // A text about a new connection may come last.
      const codes = endpoint.received
        .filter(({ body }) => body.phoneNumber === phonenumber)
        .flatMap(({ body }) => body.message.split('/a#').slice(1));
      return codes.at(-1)!;
    },
    look: (code: string) => server.visitor.post('/api/asks/link', { code }),
    /** All frames that a browser has got, once the server is settled. */
    async framesOf(browser: LiveClient) {
      await server.settled();
      return browser.everything();
    },
  };
}

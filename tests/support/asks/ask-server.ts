import type pg from 'pg';
import { beforeEach } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { Answer, Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import type { Config } from '#server/config.ts';
import { status, type TestEndpoint } from '../servers/endpoint.ts';
import type { TestServer } from '../servers/test-server.ts';
import { startTextedServer } from '../servers/texted-server.ts';
import { type Asking, asking } from './asking.ts';

/** A test server whose texts go to an endpoint, and the calls of tests of asks. */
export interface AskServer extends Asking {
  server: TestServer;
  pool: pg.Pool;
  endpoint: TestEndpoint;
  answer(friend: Member, ask: string, kind: string, more?: object): Promise<Answer>;
  close(person: Member, ask: string, how?: object): Promise<Answer>;
  /** Hides a person's mood from a friend, or shows it again. */
  hide(person: Member, friend: Member, hidesMood?: boolean): Promise<Answer>;
  /** The code of the last link in the texts to a friend. */
  codeTo(friend: Member): string;
  look(code: string): Promise<Answer>;
  /** All frames that a browser has got, once the server is settled. */
  framesOf(browser: LiveClient): Promise<LiveEvent[]>;
}

/** Starts both for one test file, and empties the endpoint before each test. Call it at the top of the file. */
export async function startAskServer(overrides: Partial<Config> = {}): Promise<AskServer> {
  const server = await startTextedServer(overrides);
  const { endpoint } = server;
  beforeEach(() => {
    endpoint.received.length = 0;
    endpoint.answer = status(202);
  });
  return {
    ...asking(server),
    server,
    pool: server.database.pool,
    endpoint,
    answer: (friend, ask, kind, more = {}) => friend.put(`/api/asks/${ask}/answer`, { answer: kind, ...more }),
    close: (person, ask, how = { tell: false }) => person.post(`/api/asks/${ask}/close`, how),
    hide: (person, friend, hidesMood = true) => person.control(friend, { hidesMood }),
    codeTo({ phonenumber }) {
      // A text about a new connection may come last.
      const codes = endpoint.received
        .filter(({ body }) => body.phoneNumber === phonenumber)
        .flatMap(({ body }) => body.message.split('/a#').slice(1));
      return codes.at(-1)!;
    },
    look: (code) => server.visitor.post('/api/asks/link', { code }),
    async framesOf(browser) {
      await server.settled();
      return browser.everything();
    },
  };
}

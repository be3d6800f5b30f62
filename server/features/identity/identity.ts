import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/schema.ts';
import { createAuth } from './auth.ts';

/** Who a session belongs to. */
export interface SignedInPerson {
  uid: string;
  displayName: string;
  sessionId: string;
}

/** The identity provider, as the rest of the server uses it. */
export interface Identity {
  /**
   * Answers every call under /api/identity.
   * @throws {ProductError} unavailable, when the provider itself failed
   */
  handle(request: Request): Promise<Response>;
  /** The person whose session cookie these headers bear; null when nobody is signed in. */
  findPerson(headers: Headers): Promise<SignedInPerson | null>;
  /** Tells of each session that ends through this process. */
  onSessionEnded(listener: (sessionId: string) => void): void;
}

export function createIdentity(parts: { config: Config; db: Kysely<Database>; log: Logger }): Identity {
  const listeners: ((sessionId: string) => void)[] = [];
  const auth = createAuth({
    ...parts,
    onSessionEnded(sessionId) {
      for (const listener of listeners) listener(sessionId);
    },
  });
  return {
    async handle(request) {
      const answer = await auth.handler(request);
      if (answer.status >= 500) {
        parts.log.error({ answer: await answer.text() }, 'the identity provider failed');
        throw new ProductError('unavailable');
      }
      return answer;
    },
    async findPerson(headers) {
      const cookie = headers.get('cookie');
      if (!cookie) return null;
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
      return found && { uid: found.user.id, displayName: found.user.name, sessionId: found.session.id };
    },
    onSessionEnded: (listener) => void listeners.push(listener),
  };
}

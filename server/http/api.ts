import { OpenAPIHono } from '@hono/zod-openapi';
import { ProductError } from '#contract/errors.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

/** What the guards leave for the handlers. */
export interface ApiEnvironment {
  Variables: {
    person: SignedInPerson;
    /** The network that the call came from, for its limits: see networkOf. */
    network: string;
  };
  Bindings: { incoming?: { socket: { remoteAddress?: string }; destroyed?: boolean; complete?: boolean } };
}

/** A router for one feature's calls: input that does not fit its contract ends in one shape of error. */
export function createApi(): OpenAPIHono<ApiEnvironment> {
  return new OpenAPIHono<ApiEnvironment>({
    defaultHook: (result) => {
      if (result.success) return;
      const issue = result.error.issues[0];
      const where = issue?.path.join('.');
      throw new ProductError('invalid', issue ? [where, issue.message].filter(Boolean).join(': ') : undefined);
    },
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Language } from '#contract/account/languages.ts';
import { ProductError } from '#contract/errors.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

export interface ApiEnvironment {
  Variables: {
    person: SignedInPerson;
    address: string;
    network: string;
    language: Language;
  };
  Bindings: { incoming?: IncomingMessage; outgoing?: ServerResponse };
}

/** Of a refusal. The checker quotes unknown names, which may have 128 KB. */
const MOST_CHARACTERS = 200;

/** A router for one feature's calls. Input that does not match a call's schema throws ProductError `invalid`. */
export function createApi(): OpenAPIHono<ApiEnvironment> {
  return new OpenAPIHono<ApiEnvironment>({
    defaultHook: (result) => {
      if (result.success) return;
      const issue = result.error.issues[0];
      const where = issue?.path.join('.');
      const message = [where, issue?.message].filter(Boolean).join(': ').slice(0, MOST_CHARACTERS);
      throw new ProductError('invalid', issue && (() => message));
    },
  });
}

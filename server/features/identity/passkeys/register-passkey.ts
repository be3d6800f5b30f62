import { isAPIError } from 'better-auth/api';
import { ProductError } from '#contract/errors.ts';
import type { createProvider } from '../provider/create-provider.ts';
import { wordsOfRefusal } from '../provider/refusals.ts';
import { forProvider } from '../sessions/session-cookie.ts';

type Provider = ReturnType<typeof createProvider>;

/** Adds a passkey to the person of a session, in two steps. Callers check the password before the first one. */
export function createRegisterPasskey(provider: Provider) {
  return {
    /** @throws {ProductError} not_signed_in */
    async begin(cookies: string): Promise<{ options: { challenge: string }; cookies: readonly string[] }> {
      try {
        const { headers, response } = await provider.api.generatePasskeyRegistrationOptions({
          headers: new Headers({ cookie: forProvider(cookies) }),
          query: {},
          returnHeaders: true,
        });
        return { options: response, cookies: headers.getSetCookie() };
      } catch (error) {
        throw asProductError(error);
      }
    },
    /** A challenge works once, for five minutes. @returns the id @throws {ProductError} invalid with words, not_signed_in */
    async finish(cookies: string, credential: object, name: string): Promise<string> {
      try {
        const added = await provider.api.verifyPasskeyRegistration({
          headers: new Headers({ cookie: forProvider(cookies) }),
          body: { response: credential, name },
        });
        return added.id;
      } catch (error) {
        throw asProductError(error);
      }
    },
  };
}

/** The plugin answers 500 to whatever a browser sends that is no valid registration. */
function asProductError(error: unknown): unknown {
  if (!isAPIError(error)) return error;
  const code: unknown = error.body?.code;
  if (code === 'USER_NOT_VERIFIED') return new ProductError('invalid', wordsOfRefusal(error.body));
  if (code === 'CHALLENGE_NOT_FOUND') return new ProductError('invalid', (t) => t.tookTooLongOrWasUsed);
  if (code === 'FAILED_TO_VERIFY_REGISTRATION') return new ProductError('invalid', (t) => t.passkeyCouldNotBeAdded);
  return error.statusCode === 401 ? new ProductError('not_signed_in') : error;
}

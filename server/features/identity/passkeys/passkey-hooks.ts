import { isAPIError } from 'better-auth/api';
import { ProductError } from '#contract/errors.ts';
import { after, PASSKEY_OPTIONS, SIGN_IN_BY_PASSKEY } from '../provider/allowed-calls.ts';

export const passkeyHooks = [
  // The plugin only prefers that devices check the person.
  after('require-user-verification', [PASSKEY_OPTIONS], async (ctx) => {
    const { returned } = ctx.context;
    if (isAPIError(returned) || typeof returned !== 'object') return;
    return ctx.json({ ...returned, userVerification: 'required' });
  }),
  after('refuse-lost-race', [SIGN_IN_BY_PASSKEY], async ({ context: { returned } }) => {
    // The person signed out everywhere meanwhile, so the database has refused the session.
    if (isAPIError(returned) && returned.body?.code === 'UNABLE_TO_CREATE_SESSION')
      throw new ProductError('not_signed_in', 'You were signed out everywhere meanwhile. Please try again.');
  }),
];

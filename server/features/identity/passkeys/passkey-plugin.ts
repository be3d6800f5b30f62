import { passkey } from '@better-auth/passkey';
import { APIError, isAPIError } from 'better-auth/api';
import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Config } from '#server/config.ts';
import { after, PASSKEY_OPTIONS, SIGN_IN_BY_PASSKEY } from '../provider/allowed-calls.ts';

/** Words for a passkey without a check of the person (a PIN, a finger, a face): then the device alone would let anybody in. */
const NOT_VERIFIED = {
  code: 'USER_NOT_VERIFIED',
  message: 'Your device did not check that it is you. Please set up a screen lock, or use another one.',
};

/** The provider's plugin for passkeys, on our table. A passkey belongs to the host of `APP_URL`. */
export function passkeyPlugin({ appUrl, trustedOrigins }: Pick<Config, 'appUrl' | 'trustedOrigins'>, pool: pg.Pool) {
  return passkey({
    rpName: PRODUCT,
    rpID: new URL(appUrl).hostname,
    origin: [...trustedOrigins],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      async afterVerification({ verification }) {
        if (!verification.registrationInfo?.userVerified) throw new APIError('BAD_REQUEST', NOT_VERIFIED);
      },
    },
    authentication: {
      async afterVerification({ verification, clientData }) {
        if (!verification.authenticationInfo.userVerified) throw new APIError('BAD_REQUEST', NOT_VERIFIED);
        // Removed while it was checked: it must not sign in.
        const { rowCount } = await pool.query('update passkeys set last_used_at = now() where credential_id = $1', [
          clientData.id,
        ]);
        if (!rowCount) throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_FOUND', message: 'Passkey not found' });
      },
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });
}

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
      throw new ProductError('not_signed_in', 'You were logged out everywhere meanwhile. Please try again.');
  }),
];

import { passkey } from '@better-auth/passkey';
import { isAPIError } from 'better-auth/api';
import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Config } from '#server/config.ts';
import { after, PASSKEY_OPTIONS, SIGN_IN_BY_PASSKEY } from '../provider/allowed-calls.ts';
import { refusal } from '../provider/refusals.ts';

/** For a passkey without a check of the person (a PIN, a finger, a face): then the device alone would let anybody in. */
const notVerified = () => refusal('BAD_REQUEST', 'USER_NOT_VERIFIED');

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
        if (!verification.registrationInfo?.userVerified) throw notVerified();
      },
    },
    authentication: {
      async afterVerification({ verification, clientData }) {
        if (!verification.authenticationInfo.userVerified) throw notVerified();
        // Removed while it was checked: it must not sign in.
        const { rowCount } = await pool.query('update passkeys set last_used_at = now() where credential_id = $1', [
          clientData.id,
        ]);
        if (!rowCount) throw refusal('UNAUTHORIZED', 'PASSKEY_NOT_FOUND');
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
      throw new ProductError('not_signed_in', (t) => t.loggedOutMeanwhileTryAgain);
  }),
];

import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import type pg from 'pg';
import { PRODUCT } from '#contract/product.ts';
import type { Config } from '#server/config.ts';

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

import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { type Count, type Limits, SIGN_UPS_FROM_NETWORK } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { networkOf } from '#server/network/network-of.ts';
import { isCallTo, SIGN_UP } from '../provider/allowed-calls.ts';
import { refuseTaken, TAKEN } from '../provider/sign-up.ts';

/**
 * Limits a network's sign-ups. "Taken" answers count too, because they tell whether an email has an account. A sign-up that is
 * refused for another reason undoes its count.
 */
export function limitSignUps(limits: Limits) {
  return {
    id: 'limit-sign-ups',
    hooks: {
      before: [
        {
          matcher: isCallTo(SIGN_UP),
          handler: createAuthMiddleware(async (ctx) => {
            await limits.count(countOf(ctx.headers));
            await refuseTaken(ctx);
          }),
        },
      ],
      after: [
        {
          matcher: isCallTo(SIGN_UP),
          handler: createAuthMiddleware(async ({ context: { returned }, headers }) => {
            if (isAPIError(returned) && returned.body?.code !== TAKEN.code) await limits.undo(...countOf(headers));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function countOf(headers: Headers | undefined): Count {
  return [SIGN_UPS_FROM_NETWORK, networkOf(headers?.get(CLIENT_ADDRESS_HEADER) ?? '')];
}

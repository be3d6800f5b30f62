import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { type Count, type Limits, SIGN_UPS_FROM_NETWORK } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import { refuseTaken, TAKEN } from '../provider/sign-up.ts';

const isSignUp = ({ path }: { path?: string }) => path === '/sign-up/email';

/**
 * Limits the accounts that a network makes, and with them how many emails it can ask about: "taken" counts as well. A form
 * that is sent back for another reason gives its place back.
 */
export function limitSignUps(limits: Limits) {
  return {
    id: 'moodring-limit-sign-ups',
    hooks: {
      before: [
        {
          matcher: isSignUp,
          handler: createAuthMiddleware(async (ctx) => {
            await limits.count(countOf(ctx.headers));
            await refuseTaken(ctx);
          }),
        },
      ],
      after: [
        {
          matcher: isSignUp,
          handler: createAuthMiddleware(async ({ context: { returned }, headers }) => {
            if (isAPIError(returned) && returned.body?.code !== TAKEN.code) await limits.undo(...countOf(headers));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function countOf(headers: Headers | undefined): Count {
  return [SIGN_UPS_FROM_NETWORK, clientNetwork(headers?.get(CLIENT_ADDRESS_HEADER) ?? '')];
}

import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { CountryCode } from 'libphonenumber-js';
import { NAME_MAX_LENGTH, PHONE_NUMBER_MAX_LENGTH } from '#contract/limits.ts';
import type { Config } from '#server/config.ts';
import { limitKey } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import { toE164 } from '#server/phone-numbers/to-e164.ts';

type UserHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['user']>;

type Rules = Pick<Config, 'defaultCountry' | 'authSecret'>;

/** The columns of a person that follow from others, kept true whenever an account is made or changed (spec §3). */
export function userHooks({ defaultCountry, authSecret }: Rules): UserHooks {
  const completed = (user: Record<string, unknown>) => {
    refuseUnstorable(user);
    return { data: { ...user, ...tidyNames(user), ...e164(user, defaultCountry) } };
  };
  return {
    create: {
      async before(user, call) {
        const address = call?.headers?.get(CLIENT_ADDRESS_HEADER);
        const signUpNetwork = address ? limitKey(authSecret, clientNetwork(address)) : null;
        return { data: { ...completed(user).data, signUpNetwork } };
      },
    },
    update: { before: async (user) => completed(user) },
  };
}

/** Characters that nobody sees, but that turn around the text beside them. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

function tidyNames(user: Record<string, unknown>): Record<string, string> {
  const names = Object.entries(user).filter(([field]) => field === 'firstname' || field === 'lastname');
  return Object.fromEntries(names.map(([field, name]) => [field, String(name).replace(INVISIBLE, '').trim()]));
}

function e164({ phonenumber }: Record<string, unknown>, country: CountryCode) {
  return typeof phonenumber === 'string' ? { phoneE164: toE164(phonenumber, country) } : {};
}

const LONGEST: Record<string, number> = {
  firstname: NAME_MAX_LENGTH,
  lastname: NAME_MAX_LENGTH,
  phonenumber: PHONE_NUMBER_MAX_LENGTH,
};

/** What the provider lets through as any JSON there is. */
const TEXTS = new Set(['firstname', 'lastname', 'phonenumber', 'name', 'image']);

/** The forms have no rules of their own (spec §5); this keeps out only what a database cannot hold or a list cannot show. */
function refuseUnstorable(user: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(user)) {
    if (value !== undefined && (TEXTS.has(field) || typeof value === 'string') && !isStorable(field, value)) {
      throw new APIError('BAD_REQUEST', { code: 'INVALID_FIELD', message: `That ${field} cannot be stored.` });
    }
  }
}

function isStorable(field: string, value: unknown): boolean {
  const longest = LONGEST[field] ?? 3 * NAME_MAX_LENGTH;
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed() && value.length <= longest;
}

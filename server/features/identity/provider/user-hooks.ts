import type { BetterAuthOptions } from 'better-auth';
import type { CountryCode } from 'libphonenumber-js';
import { LANGUAGE_NAMES } from '#contract/account/languages.ts';
import type { Config } from '#server/config.ts';
import { LANGUAGE_HEADER } from '#server/languages.ts';
import { limitKey } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientSite } from '#server/network/client-network.ts';
import { type PhoneColumns, readPhone } from '#server/phone-numbers/read-number.ts';
import { refuseTooLong } from './validate-fields.ts';

type UserHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['user']>;

type Settings = Pick<Config, 'defaultCountry' | 'authSecret' | 'signUp'>;

/** Sets the columns of a person that depend on others, whenever an account is made or changed (spec §3). */
export function userHooks({ defaultCountry, authSecret, signUp }: Settings): UserHooks {
  const complete = (user: Record<string, unknown>) => {
    refuseTooLong(user);
    return { data: { ...user, ...cleanNames(user), ...phoneOf(user, defaultCountry) } };
  };
  return {
    create: {
      async before(user, call) {
        const address = call?.headers?.get(CLIENT_ADDRESS_HEADER);
        const signUpNetwork = address ? limitKey(authSecret, clientSite(address)) : null;
        // Where everybody may sign up, an invitation is not needed, so it is not used up.
        const inviteCode = signUp === 'invite' ? user.inviteCode : null;
        const wanted = call?.headers?.get(LANGUAGE_HEADER);
        const language = LANGUAGE_NAMES.find((name) => name === wanted) ?? null;
        return { data: { ...complete(user).data, signUpNetwork, inviteCode, language } };
      },
    },
    update: {
      before: async (user) => complete(user),
    },
  };
}

/** Control characters, and invisible ones that reverse the text beside them. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A name as it is stored. */
export const cleanName = (name: string) => name.replace(INVISIBLE, '').trim();

function cleanNames(user: Record<string, unknown>): Record<string, string> {
  const names = Object.entries(user).filter(([field]) => field === 'firstname' || field === 'lastname');
  return Object.fromEntries(names.map(([field, name]) => [field, cleanName(String(name))]));
}

function phoneOf({ phonenumber }: Record<string, unknown>, country: CountryCode): Partial<PhoneColumns> {
  return typeof phonenumber === 'string' ? readPhone(phonenumber, country) : {};
}

import { z } from 'zod';
import { NAME_MAX_LENGTH } from '#contract/sizes.ts';

export type Claims = Readonly<Record<string, unknown>>;

export interface Profile {
  email: string;
  emailVerified: boolean;
  name: string;
  firstname: string;
  lastname: string;
}

/** A person as the provider knows them (OpenID Connect Core 1.0 §5.1). @returns undefined without a usable email */
export function profileOf(claims: Claims): Profile | undefined {
  const { data: email } = z.email().safeParse(claims.email);
  if (!email) return;
  const { firstname, lastname } = namesIn(claims, email);
  const name = `${firstname} ${lastname}`.trim();
  // A text in the claims of some providers.
  const emailVerified = claims.email_verified === true || claims.email_verified === 'true';
  return { email: email.toLowerCase(), emailVerified, name, firstname, lastname };
}

/** A provider need not know both names, or any. */
function namesIn(claims: Claims, email: string): Pick<Profile, 'firstname' | 'lastname'> {
  const given = textOf(claims.given_name);
  if (given) return { firstname: given, lastname: textOf(claims.family_name) };
  const [first = '', ...others] = textOf(claims.name).split(/\s+/);
  const firstname = first || textOf(claims.preferred_username) || textOf(email.split('@')[0]);
  return { firstname, lastname: others.join(' ') };
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.toWellFormed().replaceAll('\0', '').trim().slice(0, NAME_MAX_LENGTH) : '';
}

import type { Info } from '#contract/views.ts';

/** A person's name in lists. Names are optional (spec §5): without one, the email is shown. */
export function fullName({ firstname, lastname, email }: Pick<Info, 'firstname' | 'lastname' | 'email'>): string {
  return `${firstname} ${lastname}`.trim() || email;
}

/** A person's first name, or their email without one. */
export function firstName({ firstname, email }: Pick<Info, 'firstname' | 'email'>): string {
  return firstname || email;
}

import type { Info } from '#contract/views.ts';

/** A person's name as lists show it. The forms ask for no name (spec §5), so for somebody without one the email stands in. */
export function fullName({ firstname, lastname, email }: Pick<Info, 'firstname' | 'lastname' | 'email'>): string {
  return `${firstname} ${lastname}`.trim() || email;
}

/** What a person is called. */
export function firstName({ firstname, email }: Pick<Info, 'firstname' | 'email'>): string {
  return firstname || email;
}

import type { Info } from '#contract/views.ts';

type Names = Pick<Info, 'firstname' | 'lastname'>;

/** Names are optional (spec §5). An email does not stand in for one: it is not what friends call each other. */
const UNNAMED = 'A friend';

export function fullName({ firstname, lastname }: Names): string {
  return `${firstname} ${lastname}`.trim() || UNNAMED;
}

export function firstName({ firstname, lastname }: Names): string {
  return firstname || lastname || UNNAMED;
}

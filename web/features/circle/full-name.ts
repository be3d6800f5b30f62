import type { Info } from '#contract/views.ts';
import * as t from '#language';

type Names = Pick<Info, 'firstname' | 'lastname'>;

/** Names are optional (spec §5). An email does not stand in for one: it is not what friends call each other. */
export function fullName({ firstname, lastname }: Names, unnamed = t.unnamedFriend): string {
  return `${firstname} ${lastname}`.trim() || unnamed;
}

/** The name of a person outside the circle, whose email is not shown. */
export const nameOf = (person: Names): string => fullName(person, t.somebodyWithoutAName);

export function firstName({ firstname, lastname }: Names): string {
  return firstname || lastname || t.unnamedFriend;
}

import * as t from '#language';

/** The name of a person outside the circle, whose email is not shown. */
export function nameOf({ firstname, lastname }: { firstname: string; lastname: string }): string {
  return `${firstname} ${lastname}`.trim() || t.somebodyWithoutAName;
}

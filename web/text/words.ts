import * as t from '#language';

/** Ada, Grace and Mei. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : t.namesAndLast({ names: names.slice(0, -1).join(t.listComma), last });
}

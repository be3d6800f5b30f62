import { draftKey, drafts, EMPTY_DRAFT } from './drafts.ts';

/** Removes `me`'s drafts to all people but `others`. `me` is no longer connected with the rest. */
export function removeDraftsExcept(me: string, others: ReadonlySet<string>): void {
  const prefix = draftKey(me, '');
  for (const key of Object.keys(localStorage)) {
    const other = key.slice(prefix.length);
    if (key.startsWith(prefix) && !others.has(other)) drafts.write(me, other, EMPTY_DRAFT);
  }
}

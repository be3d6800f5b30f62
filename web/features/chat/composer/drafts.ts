import { useMemo } from 'react';
import type { Quote } from '#contract/views.ts';
import { keep, keptChanges, keptKeys, readKept } from '#web/storage.ts';
import { useStore } from '#web/store.ts';

export interface Draft {
  text: string;
  /** The length of the start of `text` that came back with refused messages and was not edited since. */
  returned: number;
  refusal: string | null;
  quote?: Quote | undefined;
}

export const EMPTY_DRAFT: Draft = { text: '', returned: 0, refusal: null };

/** The drafts of all chats, the same in all tabs. A draft outlives a change of screen and the browser's end. */
export const drafts = {
  read: (me: string, other: string): Draft => restored(readKept(draftKey(me, other))),

  write(me: string, other: string, draft: Draft): void {
    const isEmpty = draft.text === '' && !draft.quote && draft.refusal === null;
    keep(draftKey(me, other), isEmpty ? null : IS_DRAFT + JSON.stringify(draft));
  },

  /** Those to whom `me` has drafts. */
  others: (me: string): string[] => keptKeys(draftKey(me, '')).map((key) => key.slice(draftKey(me, '').length)),

  subscribe: keptChanges.subscribe,
};

export function useDraft(me: string, other: string): [Draft, (draft: Draft) => void] {
  const stored = useStore(keptChanges, () => readKept(draftKey(me, other)));
  return [useMemo(() => restored(stored), [stored]), (next) => drafts.write(me, other, next)];
}

/** The storage key of a draft; with '' for `other` the start of the keys of all of `me`'s drafts. */
function draftKey(me: string, other: string): string {
  return `draft:${me}:${other}`;
}

/** No text begins with it: earlier versions stored the text alone. */
const IS_DRAFT = '\0';

function restored(stored: string | null): Draft {
  if (!stored?.startsWith(IS_DRAFT)) return { ...EMPTY_DRAFT, text: stored ?? '' };
  return { ...EMPTY_DRAFT, ...JSON.parse(stored.slice(IS_DRAFT.length)) };
}

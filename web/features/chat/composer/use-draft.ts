import { useCallback, useSyncExternalStore } from 'react';
import type { Draft } from './draft.ts';
import { drafts } from './drafts.ts';

/** What `me` is typing to `other`, and how to change it. */
export function useDraft(me: string, other: string): [Draft, (draft: Draft) => void] {
  const draft = useSyncExternalStore(drafts.onChange, () => drafts.read(me, other));
  const write = useCallback((changed: Draft) => drafts.write(me, other, changed), [me, other]);
  return [draft, write];
}

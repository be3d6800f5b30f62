import { useCallback, useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';
import { onClearOtherUsersData } from '../clear-other-users-data.ts';

/** The content of one chat's input. */
export interface Draft {
  text: string;
  /** The length of the start of `text` that came back with refused messages and was not edited since. */
  returned: number;
  /** Why the last message was refused. */
  refusal: string | null;
}

export const EMPTY_DRAFT: Draft = { text: '', returned: 0, refusal: null };

const listeners = new Listeners<void>();

/** Drafts by their storage key. */
const cachedDrafts = new Map<string, Draft>();

onClearOtherUsersData((me) => {
  for (const key of cachedDrafts.keys())
    if (me === undefined || !key.startsWith(draftKey(me, ''))) cachedDrafts.delete(key);
});

/**
 * The drafts of all chats. A draft outlives a change of screen and, in this tab, a reload. With a full storage it is lost
 * on a reload only.
 */
export const drafts = {
  read(me: string, other: string): Draft {
    const key = draftKey(me, other);
    const draft = cachedDrafts.get(key) ?? { ...EMPTY_DRAFT, text: sessionStorage.getItem(key) ?? '' };
    cachedDrafts.set(key, draft);
    return draft;
  },

  write(me: string, other: string, draft: Draft): void {
    const key = draftKey(me, other);
    cachedDrafts.set(key, draft);
    listeners.notify();
    try {
      if (draft.text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, draft.text);
    } catch (error) {
      console.info('A draft could not be stored for a reload.', error);
    }
  },

  /** Those to whom `me` has drafts; some may be empty. */
  others(me: string): string[] {
    const start = draftKey(me, '');
    const keys = new Set([...cachedDrafts.keys(), ...Object.keys(sessionStorage)]);
    return [...keys].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  },

  onChange: (listener: () => void) => listeners.add(listener),
};

/** `me`'s draft to `other`, and a function that changes it. */
export function useDraft(me: string, other: string): [Draft, (draft: Draft) => void] {
  const draft = useSyncExternalStore(drafts.onChange, () => drafts.read(me, other));
  const write = useCallback((changed: Draft) => drafts.write(me, other, changed), [me, other]);
  return [draft, write];
}

/** Puts a refused message back: after refused messages that came back earlier, before text that was typed since. */
export function returnToDraft({ text, returned }: Draft, content: string, refusal: string): Draft {
  const before = text.slice(0, returned);
  const after = text.slice(returned);
  const back = before === '' ? content : `${before}\n${content}`;
  return { text: after.trim() === '' ? back : `${back}\n${after.replace(/^\n/, '')}`, returned: back.length, refusal };
}

function draftKey(me: string, other: string): string {
  return `draft:${me}:${other}`;
}

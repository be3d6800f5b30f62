import { useCallback, useSyncExternalStore } from 'react';
import type { Quote } from '#contract/views.ts';
import { Listeners } from '#web/listeners.ts';
import { onClearOtherUsersData } from '../clear-other-users-data.ts';

/** The content of one chat's input. */
export interface Draft {
  text: string;
  /** The length of the start of `text` that came back with refused messages and was not edited since. */
  returned: number;
  /** Why the last message was refused. */
  refusal: string | null;
  /** The message that it answers. */
  quote?: Quote | undefined;
}

export const EMPTY_DRAFT: Draft = { text: '', returned: 0, refusal: null };

const listeners = new Listeners<void>();

/** Drafts by their storage key. */
const cachedDrafts = new Map<string, Draft>();

onClearOtherUsersData((me) => {
  for (const key of cachedDrafts.keys())
    if (me === undefined || !key.startsWith(draftKey(me, ''))) cachedDrafts.delete(key);
});

/** Takes over a draft that another tab has changed, or removed at the sign-out. */
function applyStorageEvent({ key, newValue, storageArea }: StorageEvent): void {
  if (storageArea !== localStorage || key === null || !cachedDrafts.has(key)) return;
  if (stored(cachedDrafts.get(key)!) === (newValue ?? '')) return;
  cachedDrafts.set(key, restored(newValue ?? ''));
  listeners.notify();
}

/**
 * The drafts of all chats, the same in all tabs. A draft outlives a change of screen and the browser's end. With a full storage
 * it is lost on a reload.
 */
export const drafts = {
  read(me: string, other: string): Draft {
    const key = draftKey(me, other);
    const cached = cachedDrafts.get(key);
    if (cached) return cached;
    // What is cached has to follow other tabs. Added again, the listener is still there once.
    window.addEventListener('storage', applyStorageEvent);
    const draft = restored(localStorage.getItem(key) ?? '');
    cachedDrafts.set(key, draft);
    return draft;
  },

  write(me: string, other: string, draft: Draft): void {
    const key = draftKey(me, other);
    cachedDrafts.set(key, draft);
    listeners.notify();
    try {
      const value = stored(draft);
      if (value === '') localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch (error) {
      console.info('A draft could not be stored for a reload.', error);
    }
  },

  /** Those to whom `me` has drafts; some may be empty. */
  others(me: string): string[] {
    const start = draftKey(me, '');
    const keys = new Set([...cachedDrafts.keys(), ...Object.keys(localStorage)]);
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

/** The storage key of a draft; with '' for `other` the start of the keys of all of `me`'s drafts. */
export function draftKey(me: string, other: string): string {
  return `draft:${me}:${other}`;
}

/** No text begins with it: a draft that answers a message is stored as JSON after it. */
const IS_ANSWER = '\0';

/** What is kept of a draft for a reload: its text and the message that it answers. */
function stored({ text, quote }: Draft): string {
  return quote ? IS_ANSWER + JSON.stringify({ text, quote }) : text;
}

function restored(value: string): Draft {
  const parts = value.startsWith(IS_ANSWER) ? JSON.parse(value.slice(IS_ANSWER.length)) : { text: value };
  return { ...EMPTY_DRAFT, ...(parts as Pick<Draft, 'text' | 'quote'>) };
}

import { useCallback, useMemo } from 'react';
import type { Quote } from '#contract/views.ts';
import { keep, readKept } from '#web/storage.ts';
import { createStore, useStore } from '#web/store.ts';

export interface Draft {
  text: string;
  /** The length of the start of `text` that came back with refused messages and was not edited since. */
  returned: number;
  refusal: string | null;
  quote?: Quote | undefined;
}

export const EMPTY_DRAFT: Draft = { text: '', returned: 0, refusal: null };

/** Those that were changed in this tab, or in another one meanwhile, by their storage key. */
const changed = createStore<ReadonlyMap<string, Draft>>(new Map(), { isPersonal: true });

function change(key: string, draft: Draft): void {
  changed.set(new Map([...changed.get(), [key, draft]]));
}

/** Takes over a draft that another tab has changed, or removed at the sign-out. */
function applyStorageEvent({ key, newValue, storageArea }: StorageEvent): void {
  if (storageArea !== localStorage || !key?.startsWith(KIND)) return;
  const known = changed.get().get(key);
  if (!known || stored(known) !== (newValue ?? '')) change(key, restored(newValue ?? ''));
}

/** The drafts of all chats, the same in all tabs. A draft outlives a change of screen and the browser's end. */
export const drafts = {
  read(me: string, other: string): Draft {
    const key = draftKey(me, other);
    return changed.get().get(key) ?? readStored(key);
  },

  write(me: string, other: string, draft: Draft): void {
    const key = draftKey(me, other);
    change(key, draft);
    keep(key, stored(draft) || null);
  },

  /** Those to whom `me` has drafts; some may be empty. */
  others(me: string): string[] {
    const start = draftKey(me, '');
    const keys = new Set([...changed.get().keys(), ...Object.keys(localStorage)]);
    return [...keys].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  },

  subscribe: changed.subscribe,
};

export function useDraft(me: string, other: string): [Draft, (draft: Draft) => void] {
  const key = draftKey(me, other);
  const first = useMemo(() => readStored(key), [key]);
  const draft = useStore(changed, (all) => all.get(key)) ?? first;
  const write = useCallback((next: Draft) => drafts.write(me, other, next), [me, other]);
  return [draft, write];
}

const KIND = 'draft:';

/** The storage key of a draft; with '' for `other` the start of the keys of all of `me`'s drafts. */
function draftKey(me: string, other: string): string {
  return `${KIND}${me}:${other}`;
}

function readStored(key: string): Draft {
  // What is shown has to follow other tabs. Added again, the listener is still there once.
  window.addEventListener('storage', applyStorageEvent);
  return restored(readKept(key) ?? '');
}

/** No text begins with it: a draft that answers a message is stored as JSON after it. */
const IS_ANSWER = '\0';

function stored({ text, quote }: Draft): string {
  return quote ? IS_ANSWER + JSON.stringify({ text, quote }) : text;
}

function restored(value: string): Draft {
  const parts = value.startsWith(IS_ANSWER) ? JSON.parse(value.slice(IS_ANSWER.length)) : { text: value };
  return { ...EMPTY_DRAFT, ...(parts as Pick<Draft, 'text' | 'quote'>) };
}

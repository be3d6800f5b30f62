import { Listeners } from '#web/live/index.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';

const held = new Map<string, Draft>();
const listeners = new Listeners<void>();

/** What is typed and not sent yet, a chat each: it survives going elsewhere and, in this tab, a reload. */
export const drafts = {
  read(me: string, other: string): Draft {
    const key = keyOf(me, other);
    const draft = held.get(key) ?? { ...EMPTY_DRAFT, text: sessionStorage.getItem(key) ?? '' };
    held.set(key, draft);
    return draft;
  },

  write(me: string, other: string, draft: Draft): void {
    const key = keyOf(me, other);
    held.set(key, draft);
    if (draft.text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, draft.text);
    listeners.tell();
  },

  onChange: (listener: () => void) => listeners.add(listener),
};

function keyOf(me: string, other: string): string {
  return `draft:${me}:${other}`;
}

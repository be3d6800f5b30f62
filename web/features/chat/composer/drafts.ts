import { Listeners } from '#web/live/index.ts';
import { heldDrafts } from '../clear-other-users-data.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';

const listeners = new Listeners<void>();

/**
 * What is typed and not sent yet, a chat each: it survives going elsewhere and, in this tab, a reload. A storage that is
 * full keeps nothing for a reload, and typing goes on.
 */
export const drafts = {
  read(me: string, other: string): Draft {
    const key = keyOf(me, other);
    const draft = heldDrafts.get(key) ?? { ...EMPTY_DRAFT, text: sessionStorage.getItem(key) ?? '' };
    heldDrafts.set(key, draft);
    return draft;
  },

  write(me: string, other: string, draft: Draft): void {
    const key = keyOf(me, other);
    heldDrafts.set(key, draft);
    listeners.tell();
    try {
      if (draft.text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, draft.text);
    } catch (error) {
      console.info('A draft could not be kept for a reload.', error);
    }
  },

  onChange: (listener: () => void) => listeners.add(listener),
};

function keyOf(me: string, other: string): string {
  return `draft:${me}:${other}`;
}

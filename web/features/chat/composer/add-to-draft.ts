import { drafts, EMPTY_DRAFT } from './drafts.ts';

/** Adds words to `me`'s draft to `other`, and puts the focus into its input. */
export function addToDraft(me: string, other: string, words: string, input: HTMLElement | null): void {
  drafts.write(me, other, { ...EMPTY_DRAFT, text: `${drafts.read(me, other).text} ${words}`.trim() });
  input?.focus();
}

import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { fullName } from '#web/features/circle/index.ts';
import { foldText } from '#web/text/fold-text.ts';

export type Matches = (entry: ConnectionEntry) => boolean;

export interface Filter {
  text: string;
  needsSupport: boolean;
}

export const NO_FILTER: Filter = { text: '', needsSupport: false };

/** Whether the filter shows a person: each word is somewhere in the name. @returns null when it shows everybody */
export function matchNames({ text, needsSupport }: Filter): Matches | null {
  const words = foldText(text).letters.split(/\s+/).filter(Boolean);
  if (words.length === 0 && !needsSupport) return null;
  return (entry) => {
    if (needsSupport && !asksForSupport(entry.mood)) return false;
    const name = foldText(fullName(entry)).letters;
    return words.every((word) => name.includes(word));
  };
}

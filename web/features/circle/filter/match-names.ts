import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { fullName } from '../full-name.ts';

export type Matches = (entry: ConnectionEntry) => boolean;

export interface Filter {
  text: string;
  needsSupport: boolean;
}

export const NO_FILTER: Filter = { text: '', needsSupport: false };

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
};

/** A name without accents and capital letters: 'Zoë Müller' as 'zoe muller'. */
function fold(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[ßæœøđðłħıþ]/g, (letter) => PLAIN[letter]!);
}

/** Whether the filter shows a person: each word is somewhere in the name. @returns null when it shows everybody */
export function matchNames({ text, needsSupport }: Filter): Matches | null {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 && !needsSupport) return null;
  return (entry) => {
    if (needsSupport && !asksForSupport(entry.mood)) return false;
    const name = fold(fullName(entry));
    return words.every((word) => name.includes(word));
  };
}

import type { TextCause } from './text-columns.ts';

/** Whether a text asks for support: these go out before all others. */
export function isSupportText(cause: TextCause): boolean {
  return cause === 'mood' || cause === 'again';
}

/** The same for a row of `texts`: false for a text that asks for support, so that those come first in an ascending order. */
export const IS_OTHER_TEXT = `(cause not in ('mood', 'again'))`;

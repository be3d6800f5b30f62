import { type RefObject, useEffect } from 'react';

/** Where a chat puts the focus for screen readers, and what scrolls: letters do nothing there. */
const TAKES_NO_LETTERS = 'body, h1, h2, [role=log], [data-message]';

/** Letters that are typed while a chat's heading or list has the focus go into its input. Renders nothing. */
export function TypeAnywhere({ input }: { input: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    function onKeyDown({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
      const isLetter = [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      if (!isLetter || defaultPrevented || document.querySelector('dialog[open]')) return;
      // The browser then types the letter where the focus is.
      if ((target as Element).matches(TAKES_NO_LETTERS)) input.current?.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input]);
  return null;
}

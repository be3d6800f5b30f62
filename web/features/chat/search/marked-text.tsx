import { markText } from './mark-text.ts';

/** A text with what was searched for marked in it. */
export function MarkedText({ text, sought }: { text: string; sought: string }) {
  return markText(text, sought).map((part) =>
    part.isMatch ? (
      <mark key={part.at} className="mood-yellow rounded-sm forced-color-adjust-none">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

import * as t from '#language';
import { LineIcon } from '#web/ui/line-icon.tsx';
import type { MessageState } from './timeline.ts';

/** The words for screen readers, the sign, and its classes. A message is stored so soon that its clock waits for 0.3 s. */
const MARKS: Record<MessageState, [words: string, path: string, className: string]> = {
  'on its way': [
    t.onItsWay,
    'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
    'text-ink-soft transition-opacity delay-300 starting:opacity-0',
  ],
  sent: [t.sentState, 'M5 13l4 4L19 7', 'text-ink-soft'],
  read: [t.readState, 'M1 13l4 4L15 7M10 15l2 2L22 7', 'text-accent'],
};

export function MessageMark({ state }: { state: MessageState }) {
  const [words, path, className] = MARKS[state];
  return (
    // Not live: a screen reader would read the new mark of every message that was read.
    <span aria-live="off" className={`absolute end-2.5 bottom-1.5 ${className}`}>
      <LineIcon path={path} className="size-[min(0.875rem,20px)]" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

import type { ConnectionEntry, Preview } from '#contract/views.ts';
import { type Unsent, useUnsent } from './unsent.ts';

interface PreviewLineProps {
  entry: ConnectionEntry;
  /** Whether this chat is open beside the list: its draft is in sight there. */
  isOpen?: boolean;
}

/** The first words of the newest message on one line, or of what the person has written since. Nothing before the first message. */
export function PreviewLine({ entry, isOpen }: PreviewLineProps) {
  const unsent = useUnsent(entry.uid);
  const shown: Unsent | (Preview & { draft?: never }) | null =
    unsent && !(unsent.draft && isOpen) ? unsent : entry.preview;
  return (
    shown && (
      <span className={`flex min-w-0 gap-1 text-sm ${entry.unread ? 'font-medium' : 'text-ink-soft'}`}>
        {shown.draft ? <span className="font-medium text-accent">Draft: </span> : shown.mine && <span>You: </span>}
        <span dir="auto" className="truncate">
          {shown.text}
        </span>
      </span>
    )
  );
}

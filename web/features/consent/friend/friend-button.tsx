import { type ReactNode, useState } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { createLateChunk } from '#web/loading/late-chunk.ts';
import { LineIcon } from '#web/ui/line-icon.tsx';

const DOTS = 'M12 5h.01M12 12h.01M12 19h.01';

const useSheet = createLateChunk(() => import('./friend-sheet.tsx'));

interface FriendButtonProps {
  entry: ConnectionEntry;
  className: string;
  label?: string;
  children: ReactNode;
}

export function FriendButton({ entry, className, label, children }: FriendButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const loaded = useSheet(isOpen);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        className={className}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && loaded && <loaded.FriendSheet entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}

export function FriendMenu({ entry, name }: { entry: ConnectionEntry; name: string }) {
  return (
    <FriendButton
      entry={entry}
      label={t.moreAbout({ name })}
      className="-outline-offset-3 flex size-11 shrink-0 items-center justify-center self-center rounded-full text-ink-soft hover:bg-raised"
    >
      <LineIcon path={DOTS} className="size-6" />
    </FriendButton>
  );
}

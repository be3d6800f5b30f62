import { type ReactNode, useState } from 'react';
import type { ShownUndone } from './own/use-undo.ts';
import { dismiss, useDismissed } from './shown/dismissed.ts';
import { useAskEvents, useAsks } from './use-asks.ts';
import { useParts } from './use-parts.ts';

interface AsksProps {
  me: string;
  /** Gets the bar about the person's own ask; null when there is nothing to say. */
  children: (bar: ReactNode) => ReactNode;
}

/** Follows a person's asks and shows them on every screen. What shows them is loaded when there is one. */
export function Asks({ me, children }: AsksProps) {
  useAskEvents();
  const asks = useAsks();
  const [undone, setUndone] = useState<ShownUndone | null>(null);
  const own = asks?.mine ?? null;
  const expired = `expired ${own?.id}`;
  const isRead = useDismissed(me);
  // A slip can be told for an hour, also after a reload and on another device.
  const newest = undone ?? asks?.undone ?? null;
  const undoneKey = `undone ${newest?.ask} ${newest?.calledAt}`;
  const hasAsks = asks !== undefined && (own !== null || newest !== null || asks.friends.length > 0);
  const parts = useParts(hasAsks);

  // Another choice since the undo has words of its own.
  const isNewest = newest && (own === null || own.calledAt <= newest.calledAt);
  const shownUndone = isNewest && (undone !== null || !isRead(undoneKey)) ? newest : null;
  const isShown = own !== null && (own.closed === null || (own.closed.how === 'expired' && !isRead(expired)));
  // Until the choice that was taken back is gone from what is known, it is not shown again.
  const isTakenBack = undone !== null && own?.id === undone.ask && own.calledAt === undone.calledAt;
  const bar = parts && (shownUndone || isShown) && (
    <parts.OwnBar
      me={me}
      ask={isShown && !isTakenBack ? own : null}
      undone={shownUndone}
      onUndone={setUndone}
      onUndoneRead={() => {
        dismiss(me, undoneKey);
        setUndone(null);
      }}
      onRead={() => dismiss(me, expired)}
    />
  );
  return (
    <>
      {children(bar || null)}
      {parts && <parts.AnnounceAnswers ask={own} />}
      {parts && asks && <parts.AskInChat me={me} asks={asks.friends} />}
    </>
  );
}

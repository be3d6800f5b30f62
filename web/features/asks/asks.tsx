import { type ReactNode, useState } from 'react';
import { useLateChunk } from '#web/use-late-chunk.ts';
import type { UndoneChoice } from './own/held-part.tsx';
import { dismiss, useDismissed } from './shown/dismissed.ts';
import { useAskEvents, useAsks } from './use-asks.ts';

interface AsksProps {
  me: string;
  /** Gets the bar about the person's own ask; null when there is nothing to say. */
  children: (bar: ReactNode) => ReactNode;
}

/** Follows a person's asks and shows them on every screen. What shows them is loaded when there is one. */
export function Asks({ me, children }: AsksProps) {
  const asks = useAsks();
  useAskEvents();
  const [undone, setUndone] = useState<UndoneChoice | null>(null);
  const own = asks?.mine ?? null;
  const expired = `expired ${own?.id}`;
  const isRead = useDismissed(me)(expired);
  const hasAsks = asks !== undefined && (own !== null || asks.friends.length > 0);
  const parts = useLateChunk(hasAsks, () => import('./parts.ts'));

  // Another choice since the undo has words of its own.
  const shownUndone = undone && (own === null || own.closed || own.calledAt <= undone.calledAt) ? undone : null;
  const isShown = own !== null && (own.closed === null || (own.closed.how === 'expired' && !isRead));
  const bar = parts && (shownUndone || isShown) && (
    <parts.OwnBar
      me={me}
      ask={isShown ? own : null}
      undone={shownUndone}
      onUndone={setUndone}
      onRead={() => dismiss(me, expired)}
    />
  );
  return (
    <>
      {children(bar || null)}
      {parts && <parts.AnnounceAnswers ask={own} />}
      {parts && asks && <parts.FriendsAsks me={me} asks={asks.friends} />}
    </>
  );
}

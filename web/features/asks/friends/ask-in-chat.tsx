import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { FriendAsk } from '#contract/asks.ts';
import { useApp } from '#web/app-context.tsx';
import { useSlot } from '../shown/ask-slot.tsx';
import { dismiss } from '../shown/dismissed.ts';
import { AnnounceTakeover } from './announce-takeover.tsx';
import { FriendAskCard } from './friend-ask-card.tsx';
import { LateWords } from './late-words.tsx';
import { dismissalOf, useShownAsks } from './use-shown-asks.ts';

interface AskInChatProps {
  me: string;
  asks: readonly FriendAsk[];
}

/** The card of the friend whose chat is open. Says on all screens when a friend who was there had to go. */
export function AskInChat({ me, asks }: AskInChatProps) {
  const uid = useApp().appCurrentReciever ?? '';
  const slot = useSlot(uid);
  const shown = useShownAsks(me, asks);
  const own = shown.find(({ friend }) => friend.uid === uid);
  /** The friend who has closed the ask before the answer came. */
  const [late, setLate] = useState<string | null>(null);
  return (
    <>
      {slot &&
        own &&
        createPortal(
          <FriendAskCard
            key={own.ask.id}
            ask={own.ask}
            friend={own.friend}
            isInChat
            onDismiss={() => dismiss(me, dismissalOf(own.ask))}
            onLate={() => setLate(uid)}
          />,
          slot,
        )}
      {slot &&
        !own &&
        late === uid &&
        createPortal(<LateWords uid={uid} isInChat onClose={() => setLate(null)} />, slot)}
      <AnnounceTakeover asks={shown.map(({ ask }) => ask)} />
    </>
  );
}

import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { FriendAsk } from '#contract/asks.ts';
import { useApp } from '#web/app-context.tsx';
import { useConnections } from '#web/features/circle/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { ALL, useSlot } from '../shown/ask-slot.tsx';
import { dismiss, useDismissed } from '../shown/dismissed.ts';
import { AnnounceTakeover } from './announce-takeover.tsx';
import { FriendAskCard } from './friend-ask-card.tsx';
import { byUrgency } from './friend-state.ts';
import { LateWords } from './late-words.tsx';

/** So many cards leave room for the screen below them. */
const SHOWN = 2;

interface FriendsAsksProps {
  me: string;
  asks: readonly FriendAsk[];
}

interface OnLate {
  /** Gets the uid of a friend who has closed the ask before the answer came. */
  onLate: (uid: string) => void;
}

/** The cards of friends who ask: above the circle and the chats, and in the chat with the friend. */
export function FriendsAsks({ me, asks }: FriendsAsksProps) {
  const chatWith = useApp().appCurrentReciever ?? '';
  const all = useSlot(ALL);
  const inChat = useSlot(chatWith);
  const isDismissed = useDismissed(me);
  const shown = asks.filter((ask) => !ask.closed || !isDismissed(keyOf(ask))).sort(byUrgency);
  const [late, setLate] = useState<string | null>(null);
  const isLate = late !== null && !shown.some(({ uid }) => uid === late);
  const own = shown.find(({ uid }) => uid === chatWith);
  return (
    <>
      {all && shown.length > 0 && createPortal(<Cards me={me} asks={shown} onLate={setLate} />, all)}
      {inChat && own && createPortal(<Card key={own.id} me={me} ask={own} onLate={setLate} isInChat />, inChat)}
      {isLate && all && createPortal(<LateWords uid={late} onClose={() => setLate(null)} />, all)}
      <AnnounceTakeover asks={shown} />
    </>
  );
}

function Cards({ me, asks, onLate }: FriendsAsksProps & OnLate) {
  const [isOpen, setOpen] = useState(false);
  const hidden = asks.length - SHOWN;
  return (
    <div className="mb-6 space-y-3">
      {(isOpen ? asks : asks.slice(0, SHOWN)).map((ask) => (
        <Card key={ask.id} me={me} ask={ask} onLate={onLate} />
      ))}
      {hidden > 0 && (
        <Button variant="quiet" className="w-full" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `and ${hidden} more`}
        </Button>
      )}
    </div>
  );
}

interface OneProps extends OnLate {
  me: string;
  ask: FriendAsk;
  isInChat?: boolean;
}

function Card({ me, ask, onLate, isInChat = false }: OneProps) {
  const { data: entries = [] } = useConnections();
  const friend = entries.find(({ uid }) => uid === ask.uid);
  return (
    friend && (
      <FriendAskCard
        ask={ask}
        friend={friend}
        isInChat={isInChat}
        onDismiss={() => dismiss(me, keyOf(ask))}
        onLate={() => onLate(ask.uid)}
      />
    )
  );
}

function keyOf({ id }: FriendAsk): string {
  return `closed ${id}`;
}

import { useState } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { dismiss } from '../shown/dismissed.ts';
import { FriendAskCard } from './friend-ask-card.tsx';
import { LateWords } from './late-words.tsx';
import { dismissalOf, useShownAsks } from './use-shown-asks.ts';

/** So many cards leave room for the screen below them. */
const SHOWN = 2;

interface FriendCardsProps {
  me: string;
  asks: readonly FriendAsk[];
}

/** The cards of all friends who ask, above the circle and the chats. */
export function FriendCards({ me, asks }: FriendCardsProps) {
  const shown = useShownAsks(me, asks);
  const [isOpen, setOpen] = useState(false);
  /** The friend who has closed the ask before the answer came. */
  const [late, setLate] = useState<string | null>(null);
  const isLate = late !== null && !shown.some(({ friend }) => friend.uid === late);
  const hidden = shown.length - SHOWN;
  return (
    <>
      {shown.length > 0 && (
        <div className="mb-6 space-y-3">
          {(isOpen ? shown : shown.slice(0, SHOWN)).map(({ ask, friend }) => (
            <FriendAskCard
              key={ask.id}
              ask={ask}
              friend={friend}
              onDismiss={() => dismiss(me, dismissalOf(ask))}
              onLate={() => setLate(friend.uid)}
            />
          ))}
          {hidden > 0 && (
            <Button variant="quiet" className="w-full" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Show fewer' : `and ${hidden} more`}
            </Button>
          )}
        </div>
      )}
      {isLate && <LateWords uid={late} onClose={() => setLate(null)} />}
    </>
  );
}

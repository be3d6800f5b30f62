import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { FriendAsk } from '#contract/asks.ts';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { othersWords } from '../ask-words.ts';

/** Says once to screen readers that a friend had to go. The ask itself is announced by the banner about the friend's mood. */
export function AnnounceTakeover({ asks }: { asks: readonly FriendAsk[] }) {
  const { data: entries = [] } = useConnections();
  const [text, setText] = useState('');
  const known = useRef<ReadonlySet<string> | null>(null);
  const open = asks.filter(({ handedOverAt, answer, closed }) => handedOverAt !== null && answer !== 'no' && !closed);
  const keys = open.map(({ id, handedOverAt }) => `${id} ${handedOverAt}`).join();

  const say = useEffectEvent(() => {
    const before = known.current;
    known.current = new Set(keys.split(','));
    const fresh = open.find(({ id, handedOverAt }) => !before?.has(`${id} ${handedOverAt}`));
    const friend = entries.find(({ uid }) => uid === fresh?.uid);
    if (before && fresh && friend) setText(othersWords(fresh, firstName(friend)) ?? '');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(say, [keys]);

  return createPortal(
    <p aria-live="polite" className="sr-only">
      {text}
    </p>,
    document.body,
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import type { OwnAsk } from '#contract/asks.ts';
import { serverNow } from '../server-clock.ts';
import { useAskCall } from '../use-ask-call.ts';

/** How long friends are not asked yet while the sheet is open. */
const HOLD_SECONDS = 120;

type Friends = readonly string[] | null;

/**
 * The calls of the sheet, one after the other: an answer that is late must not undo a later call. While the sheet is open the ask is
 * held for longer, and `release` gives that time back. Each change of whom to ask is stored at once, so that it counts
 * when the time ends.
 */
export function useHeldSheet(ask: OwnAsk) {
  const { error, isPending, change } = useAskCall(ask.id);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const wanted = useRef<Friends>(ask.chosen);
  const isLonger = useRef(false);

  const inTurn = (action: () => Promise<boolean>): Promise<boolean> => {
    const next = last.current.then(action);
    last.current = next;
    return next;
  };
  const isHeld = () => serverNow() < ask.opensAt;

  const holdLonger = useEffectEvent(() => {
    if (isLonger.current || !isHeld()) return;
    isLonger.current = true;
    void inTurn(() => change('POST', '/hold', { seconds: HOLD_SECONDS }));
  });
  useEffect(holdLonger, []);

  return {
    error,
    isPending,
    save: (body: object) => inTurn(() => change('PATCH', '', body)),
    narrow(friends: Friends) {
      wanted.current = friends;
      // Of many taps the last one alone is sent.
      void inTurn(async () => wanted.current === friends && (await change('PATCH', '', { chosen: friends })));
    },
    release() {
      if (isLonger.current && isHeld()) void inTurn(() => change('POST', '/hold', { seconds: 0 }));
    },
  };
}

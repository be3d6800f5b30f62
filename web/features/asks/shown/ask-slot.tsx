import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createStore, useStore } from '#web/store.ts';

/** The places in a chat that the ask of its friend fills. */
export interface ChatSlot {
  /** Above the messages. */
  strip: HTMLElement;
  /** Above the input. */
  answers: HTMLElement;
  /** Puts words into the input. */
  write: (words: string) => void;
}

/** The open chat's, with the friend's uid. What fills it loads late, and only when there is an ask. */
const open = createStore<(ChatSlot & { friend: string }) | null>(null);

interface AskSlotsProps {
  /** The uid of the friend. */
  friend: string;
  write: (words: string) => void;
  /** The chat between the two places. */
  children: ReactNode;
}

/** Empty places for the ask of a friend. */
export function AskSlots({ friend, write, children }: AskSlotsProps) {
  const strip = useRef<HTMLDivElement>(null);
  const answers = useRef<HTMLDivElement>(null);
  const fill = useEffectEvent(() => open.set({ friend, strip: strip.current!, answers: answers.current!, write }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chat
  useEffect(() => {
    fill();
    return () => open.set(null);
  }, [friend]);
  return (
    <>
      <div ref={strip} className="contents" />
      {children}
      <div ref={answers} className="contents" />
    </>
  );
}

/** The open chat's slot, if it is with this friend. */
export function useSlot(friend: string): ChatSlot | null {
  return useStore(open, (slot) => (slot?.friend === friend ? slot : null));
}

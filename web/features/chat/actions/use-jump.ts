import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TimelineItem } from '../messages/timeline.ts';
import { inNextFrames } from './in-next-frames.ts';

/** The list needs some frames to measure what it scrolls to. */
const FRAMES = 30;
const HIGHLIGHT_MS = 1_500;

export interface JumpingList {
  items: readonly TimelineItem[];
  box: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  fetchOlder: (() => void) | null;
}

/** A function that scrolls to a message, highlights and focuses it. Older messages are fetched until it is there. */
export function useJump({ items, box, list, fetchOlder }: JumpingList): (id: string) => void {
  const [target, setTarget] = useState<string | null>(null);

  const lookForTarget = useEffectEvent(() => {
    if (target === null) return;
    const index = items.findIndex(({ id }) => id === target);
    if (index < 0 && fetchOlder) return fetchOlder();
    setTarget(null);
    if (index < 0 || !box.current) return;
    list.current?.scrollToIndex(index, { align: 'center' });
    show(box.current, target);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when older messages have arrived
  useEffect(() => lookForTarget(), [target, items, fetchOlder === null]);
  return setTarget;
}

function show(box: HTMLElement, id: string): void {
  inNextFrames(FRAMES, () => {
    const message = box.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
    message?.focus({ preventScroll: true });
    message?.animate([{ backgroundColor: 'var(--color-accent-soft)' }, { backgroundColor: 'transparent' }], {
      duration: HIGHLIGHT_MS,
    });
    return message !== null;
  });
}

import { useEffect, useEffectEvent, useState } from 'react';
import * as t from '#language';
import type { TimelineItem } from '../messages/timeline.ts';
import { ActionSheet } from './action-sheet.tsx';
import { moveFocus } from './move-focus.ts';
import { listenForOpening } from './open-gestures.ts';
import { type JumpingList, useJump } from './use-jump.ts';

interface MessageActionsProps extends JumpingList {
  me: string;
  uid: string;
  other: string;
}

/** Opens the menu of a message, moves the focus between messages, and follows quotes. Renders the open menu. */
export function MessageActions({ me, uid, other, ...jumping }: MessageActionsProps) {
  const [open, setOpen] = useState<{ item: TimelineItem; bubble: HTMLElement; opening: number } | null>(null);
  const { items, box } = jumping;
  const jump = useJump(jumping);

  const openMenu = useEffectEvent((message: HTMLElement) => {
    const item = items.find(({ id }) => id === message.dataset.message);
    // A message on its way has no menu yet.
    if (!item || item.state === 'on its way') return;
    // The menu gives the focus back to it.
    message.focus({ preventScroll: true });
    const bubble = message.querySelector<HTMLElement>('[data-bubble]')!;
    setOpen((before) => ({ item, bubble, opening: (before?.opening ?? 0) + 1 }));
  });

  const followQuote = useEffectEvent((event: MouseEvent) => {
    const quote = event.target instanceof Element && event.target.closest<HTMLElement>('[data-quote]');
    if (quote) jump(quote.dataset.quote!);
  });

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => moveFocus(event, jumping));

  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const listening = new AbortController();
    const { signal } = listening;
    list.setAttribute('aria-description', t.howToUseMessages);
    list.addEventListener('click', (event) => followQuote(event), { signal });
    listenForOpening(list, (message) => openMenu(message), signal);
    list.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    return () => listening.abort();
  }, [box]);

  /** A deleted message cannot get the focus back. Until the browser draws again it is in the closed menu. */
  function onClose() {
    setOpen(null);
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('dialog:not([open])'))
      box.current?.focus({ preventScroll: true });
  }

  if (open === null) return null;
  const current = items.find(({ id }) => id === open.item.id) ?? open.item;
  // Each opening has its own menu: the browser says that a menu was closed later, when the next one may be open.
  return (
    <ActionSheet key={open.opening} {...{ me, uid, other, bubble: open.bubble }} item={current} onClose={onClose} />
  );
}

import { useMemo } from 'react';
import type { Photo } from '#contract/photos.ts';
import type { Quote } from '#contract/views.ts';
import { type OutboxItem, outboxOf } from '#web/outbox/index.ts';
import { useStore } from '#web/store.ts';

/** A message that was written here and is not known to be stored yet. Its lane is its chat. */
export interface OutgoingMessage extends OutboxItem {
  kind: 'message';
  receiver: string;
  content: string;
  quote?: Quote | undefined;
  /** Their bytes are in photos/photo-store.ts. */
  photos?: readonly Photo[] | undefined;
  areUploaded?: boolean;
}

export function queueMessage(
  me: string,
  receiver: string,
  content: string,
  more: Pick<OutgoingMessage, 'quote' | 'photos'> = {},
): void {
  outboxOf(me).add<OutgoingMessage>({ kind: 'message', lane: `chat ${receiver}`, receiver, content, ...more });
}

export function outgoingOf(items: readonly OutboxItem[]): OutgoingMessage[] {
  return items.filter((item) => item.kind === 'message') as OutgoingMessage[];
}

export function useOutgoing(me: string, other: string): OutgoingMessage[] {
  const items = useStore(outboxOf(me).items);
  return useMemo(() => outgoingOf(items).filter(({ receiver }) => receiver === other), [items, other]);
}

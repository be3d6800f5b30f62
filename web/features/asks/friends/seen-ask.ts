import { type RefCallback, useCallback } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { firstName } from '#web/features/circle/index.ts';
import { closeNotifications } from '#web/features/push/index.ts';
import { whenAttended } from '#web/page-attended.ts';
import type { FriendState, FriendWords } from './friend-state.ts';

export function labelOf(friend: ConnectionEntry, state: FriendState): string {
  const name = firstName(friend);
  return state === 'over' ? t.isDoingBetterLabel({ name }) : t.asksForSupport({ name });
}

/** What a screen reader says when it changes: what was answered, and that a friend who was there had to go. */
export function newsOf({ handedOverAt }: FriendAsk, state: FriendState, { title, line = '' }: FriendWords): string {
  if (state === 'asks') return handedOverAt === null ? '' : line;
  return title;
}

const SEEN_AFTER_MS = 1_000;

const reported = new Set<string>();

/**
 * Ref for a friend's ask: reports it when it has been half visible for a second while somebody uses the page. The person who
 * asks sees one count more, and no device needs a notification of this call. After a failure the next look reports it again.
 */
export function useReportSeen({ id, uid, calledAt, closed }: FriendAsk): RefCallback<HTMLElement> {
  const isClosed = closed !== null;
  return useCallback(
    (element: HTMLElement | null) => {
      const key = `${id} ${calledAt}`;
      if (element === null || isClosed || reported.has(key)) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let giveUp = () => {};
      const report = () => {
        observer.disconnect();
        reported.add(key);
        closeNotifications(`mood-${uid}`);
        call('POST', `/api/asks/${id}/seen`).catch(() => reported.delete(key));
      };
      const stop = () => {
        clearTimeout(timer);
        giveUp();
      };
      const look: IntersectionObserverCallback = ([entry]) => {
        stop();
        if (entry?.isIntersecting) timer = setTimeout(() => (giveUp = whenAttended(report)), SEEN_AFTER_MS);
      };
      const observer = new IntersectionObserver(look, { threshold: 0.5 });
      observer.observe(element);
      return () => {
        stop();
        observer.disconnect();
      };
    },
    [id, uid, calledAt, isClosed],
  );
}

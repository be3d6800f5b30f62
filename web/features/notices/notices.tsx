import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { HAS_CARDS } from '#contract/ask-screens.ts';
import type { FriendAsk } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { useAsks } from '#web/features/asks/index.ts';
import { useOpenCheckIns } from '#web/features/check-in/index.ts';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { useRequests } from '#web/features/consent/index.ts';
import { useLiveEvent, useLiveOpen } from '#web/live/index.ts';
import { setTitle } from '#web/ui/page/document-title.tsx';
import { useLocation } from '#web/ui/router.tsx';
import { FooterCounts } from './footer-counts.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { isCurrent, type Notice, withNotice, withoutNoticeOf } from './notice-queue.ts';

/** Tells `me` what friends do while another screen is open: a banner, counts on the footer, the tab's title, the app's badge. */
export function Notices({ me }: { me: string }) {
  const { appCurrentReciever } = useApp();
  const { data: connections } = useConnections();
  const entries = connections ?? [];
  const { data: requests = [], refetch } = useRequests(me);
  const asks = useAsks()?.friends;
  const checkIns = useOpenCheckIns();
  const [waiting, setWaiting] = useState<readonly Notice[]>([]);
  const hasCards = HAS_CARDS.test(useLocation().pathname);
  const unread = entries.reduce((sum, entry) => sum + entry.unread, 0);
  const open = (asks ?? []).filter(
    ({ uid, closed }) => !closed && entries.some((entry) => entry.uid === uid && asksForSupport(entry.mood)),
  );
  useBadge(unread + open.filter(({ answeredAt, worseAt }) => (answeredAt ?? -1) < (worseAt ?? 0)).length);

  function add(notice: Notice) {
    if (notice.kind === 'support' && hasCards) return;
    if (notice.uid !== me && notice.uid !== appCurrentReciever) setWaiting((before) => withNotice(before, notice));
  }

  useLiveEvent('message', ({ message: { sender } }) => {
    // The greeting comes before the connection.
    const isFriend = connections?.some(({ uid }) => uid === sender) ?? true;
    add({ uid: sender, kind: isFriend ? 'message' : 'joined' });
  });

  // A friend's mood is no news by itself: the ask is, when it opens, gets worse, or another friend had to go.
  const known = useRef<ReadonlySet<string> | null>(null);
  const addAsks = useEffectEvent((friends: readonly FriendAsk[]) => {
    const fresh = friends.filter((ask) => !ask.closed && known.current && !known.current.has(newsOf(ask)));
    known.current = new Set(friends.map(newsOf));
    for (const { uid, answer } of fresh) if (answer !== 'no') add({ uid, kind: 'support' });
  });
  useEffect(() => {
    if (asks) addAsks(asks);
  }, [asks]);

  useLiveEvent('requests', refetch);
  useLiveOpen(refetch);

  useEffect(() => setWaiting((before) => withoutNoticeOf(before, appCurrentReciever)), [appCurrentReciever]);

  useEffect(() => {
    // Not under a person's fingers: the focus would go with it.
    if (!hasCards || document.activeElement?.closest('[data-notice]')) return;
    setWaiting((before) => before.filter(({ kind }) => kind !== 'support'));
  }, [hasCards]);

  const entryOf = ({ uid }: Notice) => entries.find((entry) => entry.uid === uid);
  // Others stay hidden in the queue: their friend's entry may be on its way.
  const shown = waiting.find((notice) => {
    const entry = entryOf(notice);
    return entry && isCurrent(notice, entry);
  });
  const text = shown ? textOf(shown, entryOf(shown)!) : '';
  return (
    <>
      {/* In the header: after the skip link, and before the screen for people who use the keyboard. */}
      {createPortal(
        <>
          {/* The banner itself is no live region, so it is announced once. This stays, or nothing would be announced. */}
          <div aria-live="polite" className="sr-only">
            {text}
          </div>
          {shown && (
            <NoticeBanner
              key={`${shown.uid} ${shown.kind}`}
              text={text}
              to={`/chat/${shown.uid}`}
              onClose={() => setWaiting((before) => withoutNoticeOf(before, shown.uid))}
            />
          )}
        </>,
        document.querySelector('header')!,
      )}
      <FooterCounts unread={unread} asking={open.length} checkIns={checkIns} requests={requests.length} />
    </>
  );
}

/** Unread messages and open asks without an answer, in the tab's title and on the installed app's icon. */
function useBadge(waiting: number): void {
  useEffect(() => {
    setTitle({ count: waiting === 0 ? '' : `(${waiting}) ` });
    setAppBadge(waiting);
    return () => {
      setTitle({ count: '' });
      setAppBadge(0);
    };
  }, [waiting]);
}

/** Firefox has no badges, and browsers refuse them for an app that is not installed: the title is there in any case. */
function setAppBadge(count: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {});
}

function newsOf({ id, level, handedOverAt }: FriendAsk): string {
  return `${id} ${level} ${handedOverAt}`;
}

function textOf({ kind }: Notice, entry: ConnectionEntry): string {
  const name = firstName(entry);
  if (kind === 'joined') return t.joinedYourCircle({ name });
  if (kind === 'message') return t.wroteToYou({ name });
  return entry.mood === 'Dark' ? t.isInBadShape({ name }) : t.couldUseSomeSupport({ name });
}

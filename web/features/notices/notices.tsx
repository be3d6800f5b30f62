import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { useShownCards, useWaitingAsks } from '#web/features/asks/index.ts';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { requestsKey, useRequests } from '#web/features/consent/index.ts';
import { fetchAgain, useLiveEvent, useLiveOpen } from '#web/live/index.ts';
import { FooterCounts } from './footer-counts.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { isCurrent, type Notice, withNotice, withoutNoticeOf } from './notice-queue.ts';
import { useBadge } from './use-badge.ts';

/** Tells `me` what friends do while another screen is open: a banner, counts on the footer, the tab's title, the app's badge. */
export function Notices({ me }: { me: string }) {
  const { appCurrentReciever } = useApp();
  const queries = useQueryClient();
  const { data: entries = [] } = useConnections();
  const { data: requests = [] } = useRequests(me);
  const [waiting, setWaiting] = useState<readonly Notice[]>([]);
  const newestMood = useRef(new Map<string, number>());
  const cards = useShownCards();
  const unread = entries.reduce((sum, entry) => sum + entry.unread, 0);
  useBadge(unread + useWaitingAsks());

  function add(notice: Notice) {
    if (notice.kind === 'support' && cards.has(notice.uid)) return;
    if (notice.uid !== me && notice.uid !== appCurrentReciever) setWaiting((before) => withNotice(before, notice));
  }

  useLiveEvent('message', ({ message }) => add({ uid: message.sender, kind: 'message' }));
  useLiveEvent('mood', ({ uid, mood, chosenAt }) => {
    if (chosenAt <= (newestMood.current.get(uid) ?? 0)) return;
    newestMood.current.set(uid, chosenAt);
    if (asksForSupport(mood)) add({ uid, kind: 'support' });
  });

  const fetchRequests = () => void fetchAgain(queries, requestsKey(me));
  useLiveEvent('requests', fetchRequests);
  useLiveOpen(fetchRequests);

  useEffect(() => setWaiting((before) => withoutNoticeOf(before, appCurrentReciever)), [appCurrentReciever]);

  useEffect(() => {
    // Not under a person's fingers: the focus would go with it.
    if (document.activeElement?.closest('[data-notice]')) return;
    setWaiting((before) => before.filter(({ uid, kind }) => kind !== 'support' || !cards.has(uid)));
  }, [cards]);

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
      <FooterCounts
        unread={unread}
        asking={entries.filter(({ mood }) => asksForSupport(mood)).length}
        requests={requests.length}
      />
    </>
  );
}

function textOf({ kind }: Notice, entry: ConnectionEntry): string {
  const name = firstName(entry);
  if (kind === 'message') return `${name} wrote to you`;
  return entry.mood === 'Dark' ? `${name} is in bad shape` : `${name} could really use support`;
}

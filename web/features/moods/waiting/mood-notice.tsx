import { useQueryClient } from '@tanstack/react-query';
import { type RefCallback, useCallback, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { knownConnections } from '#web/features/circle/index.ts';
import { useLiveOpen } from '#web/live/index.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { helplinesClass, ReachWords } from '../reach-words-line.tsx';
import type { MoodNotice as Notice } from './mood-sender.ts';
import { moodSender } from './share-mood.ts';

const SUPPORT_WAITS = "You're offline, so nobody has been asked yet. We keep trying for 10 minutes.";
const WAITS = 'Waiting for a connection.';
const EXPIRED = "Not sent. Choose again when you're online.";

/** Above the footer of every screen: a choice that waits, was not sent, or was sent from another screen. */
export function MoodNotice({ uid }: { uid: string }) {
  const sender = moodSender(uid);
  const { setAppUserMood } = useApp();
  const notice = useSyncExternalStore(
    useCallback((changed) => sender.onChange(changed), [sender]),
    () => sender.notice,
  );

  useEffect(() => {
    const resume = () => sender.resume();
    resume();
    window.addEventListener('online', resume);
    return () => {
      window.removeEventListener('online', resume);
      sender.stop();
    };
  }, [sender]);
  useLiveOpen(() => sender.resume());

  useEffect(() => {
    if (notice?.kind === 'shared') setAppUserMood(notice.shared);
  }, [notice, setAppUserMood]);

  function dismiss() {
    focusScreen();
    sender.dismiss();
  }

  return createPortal(
    <section aria-label="Your mood">
      <div role={isRead(notice) ? undefined : 'status'}>
        {notice && <NoticeBar uid={uid} notice={notice} onClose={dismiss} />}
      </div>
    </section>,
    document.body,
  );
}

function isRead(notice: Notice | null): boolean {
  return notice?.kind === 'shared' && notice.isRead;
}

function NoticeBar({ uid, notice, onClose }: { uid: string; notice: Notice; onClose: () => void }) {
  const mood = notice.kind === 'shared' ? notice.shared.mood : notice.choice.mood;
  const isSupportWaiting = notice.kind === 'waiting' && asksForSupport(mood);
  return (
    <div
      ref={makeRoom}
      className="fixed inset-x-0 bottom-[calc(var(--footer-height)-var(--notice-height))] z-20 border-line border-t bg-surface px-4 py-3 shadow-soft"
    >
      <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-1">
        <Bubble mood={mood} />
        <div className="min-w-40 grow basis-0">
          <NoticeWords notice={notice} />
        </div>
        <div className="ml-auto flex flex-wrap items-start gap-x-3">
          {isSupportWaiting && <CallFriend uid={uid} />}
          {isSupportWaiting && (
            <a href="/help" className={helplinesClass}>
              Helplines
            </a>
          )}
          <Button variant="quiet" className="px-4!" onClick={onClose}>
            {notice.kind === 'waiting' ? 'Cancel' : 'OK'}
          </Button>
        </div>
      </div>
    </div>
  );
}

function NoticeWords({ notice }: { notice: Notice }) {
  if (notice.kind === 'shared') {
    return (
      <>
        <p className="font-semibold">
          Your current <span className="whitespace-nowrap">mood : {notice.shared.mood}</span>
        </p>
        <ReachWords shared={notice.shared} />
      </>
    );
  }
  if (notice.kind === 'expired') return <p className="font-semibold">{EXPIRED}</p>;
  return <p className="font-semibold">{asksForSupport(notice.choice.mood) ? SUPPORT_WAITS : WAITS}</p>;
}

/** The phone numbers of friends that this browser has fetched before. */
function CallFriend({ uid }: { uid: string }) {
  const friends = knownConnections(useQueryClient(), uid).filter(({ phonenumber }) => /\d/.test(phonenumber));
  if (friends.length === 0) return null;
  return (
    <details>
      <summary className={helplinesClass}>Call a friend</summary>
      <ul className="max-h-48 overflow-y-auto">
        {friends.map((friend) => (
          <li key={friend.uid}>
            <a href={`tel:${friend.phonenumber.replace(/[^\d+]/g, '')}`} className={helplinesClass}>
              {`${friend.firstname} ${friend.lastname}`.trim()}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Moves the ends of all screens above the bar, also when it grows. */
const makeRoom: RefCallback<HTMLElement> = (bar) => {
  if (bar === null) return;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => style.setProperty('--notice-height', `${bar.offsetHeight}px`));
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty('--notice-height');
  };
};

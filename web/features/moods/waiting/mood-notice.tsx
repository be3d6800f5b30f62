import { type ReactNode, type RefCallback, useCallback, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { CallFriend } from '#web/features/circle/index.ts';
import { useLiveOpen } from '#web/live/index.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { setHasAskBar } from '../ask-bar.ts';
import { helplinesClass, ReachWords } from '../reach-words-line.tsx';
import type { MoodNotice as Notice } from './mood-sender.ts';
import { moodSender } from './share-mood.ts';

const SUPPORT_WAITS = "You're offline, so nobody has been asked yet. We keep trying for 10 minutes.";
const WAITS = 'Waiting for a connection.';
const EXPIRED = "Not sent. Choose again when you're online.";

interface MoodNoticeProps {
  uid: string;
  /** The bar about the person's ask; null when there is none. It says what a choice of Purple or Dark has set in motion. */
  bar: ReactNode;
}

/**
 * Above the footer of every screen: a choice that waits, was not sent, or was sent from another screen; otherwise the bar about
 * the person's ask.
 */
export function MoodNotice({ uid, bar }: MoodNoticeProps) {
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

  const hasBar = bar !== null;
  useEffect(() => {
    if (notice?.kind !== 'shared') return;
    setAppUserMood(notice.shared);
    if (hasBar) sender.dismiss();
  }, [notice, setAppUserMood, hasBar, sender]);
  useEffect(() => {
    setHasAskBar(hasBar);
    return () => setHasAskBar(false);
  }, [hasBar]);

  function dismiss() {
    focusScreen();
    sender.dismiss();
  }

  const shown = notice?.kind === 'shared' && hasBar ? null : notice;
  return createPortal(
    <section aria-label="Your mood">
      <div role={isRead(shown) || !shown ? undefined : 'status'}>
        {shown && (
          <Bar>
            <NoticeContent uid={uid} notice={shown} onClose={dismiss} />
          </Bar>
        )}
      </div>
      {!shown && hasBar && <Bar>{bar}</Bar>}
    </section>,
    document.body,
  );
}

function isRead(notice: Notice | null): boolean {
  return notice?.kind === 'shared' && notice.isRead;
}

/** It takes a third of the screen at most, and scrolls beyond that. */
function Bar({ children }: { children: ReactNode }) {
  return (
    <div
      ref={makeRoom}
      className="fixed inset-x-0 bottom-[calc(var(--footer-height)-var(--notice-height))] z-20 max-h-[33dvh] overflow-y-auto border-line border-t bg-surface py-3 shadow-soft"
    >
      <div className="mx-auto max-w-2xl px-5">{children}</div>
    </div>
  );
}

function NoticeContent({ uid, notice, onClose }: { uid: string; notice: Notice; onClose: () => void }) {
  const mood = notice.kind === 'shared' ? notice.shared.mood : notice.choice.mood;
  const isSupportUnsent = notice.kind !== 'shared' && asksForSupport(mood);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Bubble mood={mood} />
      <div className="min-w-[min(10rem,100%)] grow basis-0">
        <NoticeWords notice={notice} />
      </div>
      <div className="flex grow flex-wrap items-center gap-x-3">
        {isSupportUnsent && <CallFriend uid={uid} className={helplinesClass} />}
        {isSupportUnsent && (
          <a href="/help" className={helplinesClass}>
            Helplines
          </a>
        )}
        <Button variant="quiet" className="ml-auto px-4!" onClick={onClose}>
          {notice.kind === 'waiting' ? 'Cancel' : 'OK'}
        </Button>
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

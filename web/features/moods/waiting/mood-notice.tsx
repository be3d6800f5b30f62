import { type ReactNode, type RefCallback, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { CallFriend } from '#web/features/circle/index.ts';
import { useLiveOpen } from '#web/live/index.ts';
import { useStore } from '#web/store.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { useHasAsk } from '../ask-bar.ts';
import { asksNobody } from '../reach-words.ts';
import { helplinesClass, ReachWords } from '../reach-words-line.tsx';
import type { MoodNotice as Notice } from './mood-sender.ts';
import { waitingWords } from './notice-words.ts';
import { moodSender } from './share-mood.ts';

interface MoodNoticeProps {
  uid: string;
  /** The bar about the person's ask. */
  children: ReactNode;
}

/**
 * Above the footer of every screen: a choice that waits, was not sent, or was sent from another screen, and the bar about
 * the person's ask. An earlier choice can be undone while another one waits.
 */
export function MoodNotice({ uid, children }: MoodNoticeProps) {
  const sender = moodSender(uid);
  const { setAppUserMood } = useApp();
  const notice = useStore(sender.notice);

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

  const hasAsk = useHasAsk();
  useEffect(() => {
    if (notice?.kind !== 'shared') return;
    setAppUserMood(notice.shared);
    if (hasAsk) sender.dismiss();
  }, [notice, setAppUserMood, hasAsk, sender]);

  function dismiss() {
    focusScreen();
    sender.dismiss();
  }

  const shown = notice?.kind === 'shared' && hasAsk ? null : notice;
  return createPortal(
    <section tabIndex={-1} aria-label="Your mood">
      <div
        ref={makeRoom}
        className={`fixed inset-x-0 bottom-[calc(var(--footer-height)-var(--notice-height))] z-20 border-line border-t bg-surface px-4 py-1.5 shadow-soft has-[>div:empty]:hidden ${shown ? 'low:static max-h-[50dvh] low:max-h-none overflow-y-auto' : ''}`}
      >
        <div className="mx-auto max-w-2xl">
          {shown && (
            <div role={isRead(shown) ? undefined : 'status'}>
              <NoticeContent uid={uid} notice={shown} hasAsk={hasAsk} onClose={dismiss} />
            </div>
          )}
          {children}
        </div>
      </div>
    </section>,
    document.getElementById('own-mood')!,
  );
}

function isRead(notice: Notice | null): boolean {
  return notice?.kind === 'shared' && notice.isRead;
}

interface NoticeContentProps {
  uid: string;
  notice: Notice;
  /** Whether the ask stands below, with its own way to the helplines. */
  hasAsk: boolean;
  onClose: () => void;
}

function NoticeContent({ uid, notice, hasAsk, onClose }: NoticeContentProps) {
  const mood = notice.kind === 'shared' ? notice.shared.mood : notice.choice.mood;
  const hasHelplines = hasAsk || (notice.kind === 'shared' && asksNobody(notice.shared));
  const isSupportUnsent = notice.kind !== 'shared' && asksForSupport(mood);
  return (
    // In a low window it stands at the page's top: a call for help that was not sent must be seen.
    <div ref={isSupportUnsent ? scrollIntoView : undefined} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Bubble mood={mood} />
      <div className="min-w-[min(10rem,100%)] grow basis-0">
        <NoticeWords notice={notice} />
      </div>
      <div className="flex grow flex-wrap items-center gap-x-3 [&_ul]:max-h-40 [&_ul]:overflow-y-auto">
        {isSupportUnsent && <CallFriend uid={uid} className={helplinesClass} />}
        {!hasHelplines && (
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
  return <p className="font-semibold">{waitingWords(notice)}</p>;
}

/** Moves the ends of all screens above the bar, also when it grows. */
const makeRoom: RefCallback<HTMLElement> = (bar) => {
  if (bar === null) return;
  const { style, dataset } = document.documentElement;
  const sizes = new ResizeObserver(() => {
    const covers = getComputedStyle(bar).position === 'fixed';
    style.setProperty('--notice-height', `${covers ? bar.offsetHeight : 0}px`);
    if (bar.offsetHeight > 0) dataset.bar = '';
    else delete dataset.bar;
  });
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty('--notice-height');
    delete dataset.bar;
  };
};

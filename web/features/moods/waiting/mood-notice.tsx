import { type ReactNode, type RefCallback, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { asksForSupport } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { CallFriend } from '#web/features/circle/index.ts';
import { outboxOf } from '#web/outbox/index.ts';
import { useStore } from '#web/store.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { setHasAskBar } from '../ask-bar.ts';
import { asksNobody } from '../reach-words.ts';
import { helplinesClass, ReachWords } from '../reach-words-line.tsx';
import { waitingWords } from './notice-words.ts';
import { choiceIn, dismissMood, type MoodChoice, moodOutbox, sharedNotice } from './share-mood.ts';

/** What the notice says: of a choice that waits or was given up, or of one that was shared. */
type Notice = MoodChoice | { shared: SharedMood; isRead: boolean };

interface MoodNoticeProps {
  uid: string;
  /** The bar about the person's ask; null when there is none. It says what a choice of Purple or Dark has set in motion. */
  bar: ReactNode;
}

/**
 * Above the footer of every screen: a choice that waits, was not sent, or was sent from another screen, and the bar about
 * the person's ask. An earlier choice can be undone while another one waits.
 */
export function MoodNotice({ uid, bar }: MoodNoticeProps) {
  const { setAppUserMood } = useApp();
  const choice = useStore(outboxOf(uid).items, choiceIn);
  const shared = useStore(sharedNotice);
  const hasBar = bar !== null;

  useEffect(() => void moodOutbox(uid), [uid]);
  useEffect(() => {
    if (shared === null) return;
    setAppUserMood(shared.shared);
    if (hasBar) sharedNotice.set(null);
  }, [shared, setAppUserMood, hasBar]);
  useEffect(() => {
    setHasAskBar(hasBar);
    return () => setHasAskBar(false);
  }, [hasBar]);

  function dismiss() {
    focusScreen();
    dismissMood(uid);
  }

  const shown = choice?.isWaiting || choice?.isOver ? choice : hasBar ? null : shared;
  const isEmpty = !shown && !hasBar;
  return createPortal(
    <section tabIndex={-1} aria-label="Your mood">
      <div
        ref={isEmpty ? undefined : makeRoom}
        className={
          isEmpty
            ? undefined
            : `fixed unpinned-bar:static inset-x-0 bottom-[calc(var(--footer-height)-var(--notice-height))] unpinned-bar:max-h-none! z-20 overflow-y-auto border-line border-t bg-surface py-3 snug:py-1 shadow-soft ${shown && hasBar ? 'max-h-[50dvh]' : 'max-h-[33dvh]'}`
        }
      >
        <div className="mx-auto max-w-2xl px-5">
          <div role={isRead(shown) || !shown ? undefined : 'status'}>
            {shown && <NoticeContent uid={uid} notice={shown} hasBar={hasBar} onClose={dismiss} />}
          </div>
          {hasBar && <div className={shown ? 'mt-3 border-line border-t pt-3' : undefined}>{bar}</div>}
        </div>
      </div>
    </section>,
    document.body,
  );
}

function isRead(notice: Notice | null): boolean {
  return notice !== null && 'shared' in notice && notice.isRead;
}

interface NoticeContentProps {
  uid: string;
  notice: Notice;
  /** Whether the bar about the ask stands below, with its own way to the helplines. */
  hasBar: boolean;
  onClose: () => void;
}

function NoticeContent({ uid, notice, hasBar, onClose }: NoticeContentProps) {
  const isShared = 'shared' in notice;
  const { mood } = isShared ? notice.shared : notice;
  const hasHelplines = hasBar || (isShared && asksNobody(notice.shared));
  const isSupportUnsent = !isShared && asksForSupport(mood);
  return (
    // In a low window it stands at the page's end: a call for help that was not sent must be seen.
    <div ref={isSupportUnsent ? scrollIntoView : undefined} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Bubble mood={mood} />
      <div className="min-w-[min(10rem,100%)] grow basis-0">
        <NoticeWords notice={notice} />
      </div>
      <div className="flex grow flex-wrap items-center gap-x-3">
        {isSupportUnsent && <CallFriend uid={uid} className={helplinesClass} />}
        {!hasHelplines && (
          <a href="/help" className={helplinesClass}>
            Helplines
          </a>
        )}
        <Button variant="quiet" className="ml-auto px-4!" onClick={onClose}>
          {isShared || notice.isOver ? 'OK' : 'Cancel'}
        </Button>
      </div>
    </div>
  );
}

function NoticeWords({ notice }: { notice: Notice }) {
  if ('shared' in notice) {
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
  dataset.bar = '';
  const sizes = new ResizeObserver(() => style.setProperty('--notice-height', `${bar.offsetHeight}px`));
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty('--notice-height');
    delete dataset.bar;
  };
};

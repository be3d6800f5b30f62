import { type ReactNode, type RefCallback, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { asksForSupport } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { CallFriend } from '#web/features/circle/index.ts';
import { PlanLink } from '#web/features/plan/index.ts';
import { outboxOf } from '#web/outbox/index.ts';
import { useStore } from '#web/store.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Helplines, linkClass } from '#web/ui/link.tsx';
import { scrollIntoView } from '#web/ui/page/ref-callbacks.ts';
import { hasAskBar } from '../ask-bar.ts';
import { SharedWords } from '../mood-confirmation.tsx';
import { asksNobody } from '../reach-words.ts';
import { choiceIn, dismissMood, type MoodChoice, moodOutbox, sharedNotice, waitingWords } from './share-mood.ts';

type Notice = MoodChoice | SharedMood;

interface MoodNoticeProps {
  uid: string;
  children: ReactNode;
}

/**
 * Above the footer of every screen: a choice that waits, was not sent, or was sent from another screen, and the bar about
 * the person's ask. An earlier choice can be undone while another one waits.
 */
export function MoodNotice({ uid, children }: MoodNoticeProps) {
  const { setAppUserMood } = useApp();
  const choice = useStore(outboxOf(uid).items, choiceIn);
  const shared = useStore(sharedNotice);
  const hasAsk = useStore(hasAskBar);

  useEffect(() => void moodOutbox(uid), [uid]);
  useEffect(() => {
    if (shared === null) return;
    setAppUserMood(shared);
    if (hasAsk) sharedNotice.set(null);
  }, [shared, setAppUserMood, hasAsk]);

  const shown = choice?.isWaiting || choice?.isOver ? choice : hasAsk ? null : shared;
  return createPortal(
    <section tabIndex={-1} aria-label={t.yourMood}>
      <div
        ref={makeRoom}
        className={`fixed inset-x-0 bottom-[calc(var(--footer-height)-var(--notice-height))] z-20 border-line border-t bg-surface px-4 py-1.5 shadow-soft has-[>div:empty]:hidden ${shown ? 'unpinned:static max-h-[50dvh] unpinned:max-h-none overflow-y-auto' : ''}`}
      >
        <div className="mx-auto max-w-2xl">
          {shown && (
            <div role="status">
              <NoticeContent notice={shown} hasAsk={hasAsk} onClose={() => dismissMood(uid)} />
            </div>
          )}
          {children}
        </div>
      </div>
    </section>,
    document.getElementById('own-mood')!,
  );
}

interface NoticeContentProps {
  notice: Notice;
  hasAsk: boolean;
  onClose: () => void;
}

function NoticeContent({ notice, hasAsk, onClose }: NoticeContentProps) {
  const isShared = 'chosenAt' in notice;
  const hasHelplines = hasAsk || (isShared && asksNobody(notice));
  const isSupportUnsent = !isShared && asksForSupport(notice.mood);
  return (
    // In a low window it stands at the page's top: a call for help that was not sent must be seen.
    <div ref={isSupportUnsent ? scrollIntoView : undefined} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Bubble mood={notice.mood} />
      <div className="min-w-[min(10rem,100%)] grow basis-0">
        {isShared ? <SharedWords shared={notice} /> : <p className="font-semibold">{waitingWords(notice)}</p>}
      </div>
      <div className="flex grow flex-wrap items-center gap-x-3">
        {isSupportUnsent && <CallFriend className={linkClass} />}
        {isSupportUnsent && <PlanLink className={linkClass} />}
        {!hasHelplines && <Helplines />}
        <Button variant="quiet" className="ms-auto px-4!" onClick={onClose}>
          {isShared || notice.isOver ? t.ok : t.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Moves the ends of all screens above the bar, also when it grows. */
const makeRoom: RefCallback<HTMLElement> = (bar) => {
  if (bar === null) return;
  const root = document.documentElement;
  const sizes = new ResizeObserver(() => {
    const covers = getComputedStyle(bar).position === 'fixed';
    root.style.setProperty('--notice-height', `${covers ? bar.offsetHeight : 0}px`);
    root.toggleAttribute('data-bar', bar.offsetHeight > 0);
  });
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    root.style.removeProperty('--notice-height');
    root.removeAttribute('data-bar');
  };
};

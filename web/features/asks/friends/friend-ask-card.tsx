import { type ReactNode, useId } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { firstName } from '#web/features/circle/index.ts';
import { closeNotifications } from '#web/features/push/index.ts';
import { call } from '#web/http.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { agoWords, HELP_WORDS, othersWords } from '../ask-words.ts';
import { useShowsCardOf } from '../shown/shown-cards.ts';
import { useNow } from '../use-now.ts';
import { AnswerPart } from './answer-part.tsx';
import { ChatAsk } from './chat-ask.tsx';
import { isStillOpen } from './friend-state.ts';
import { useSeenForASecond } from './use-seen.ts';

interface CardProps {
  ask: FriendAsk;
  /** The friend who asks. */
  friend: ConnectionEntry;
  /** Closes the card of an ask that is over, for this person alone. */
  onDismiss: () => void;
  /** The friend has closed the ask before this person's answer came. */
  onLate: () => void;
  /** In the friend's chat, where the name stands above and the way to write below. */
  isInChat?: boolean;
}

/** Cards that were reported as seen since the page was loaded. */
const reported = new Set<string>();

/** A friend's ask, with the three answers. An answer can be changed until the ask is closed. */
export function FriendAskCard({ ask, friend, onDismiss, onLate, isInChat = false }: CardProps) {
  const now = useNow(15_000);
  const headingId = useId();
  const name = firstName(friend);
  const seen = useSeenForASecond(() => reportSeen(ask));
  useShowsCardOf(friend.uid);
  const others = othersWords(ask, name);
  const frame = isInChat
    ? 'max-h-[45%] short:max-h-none shrink-0 overflow-y-auto border-line border-b px-4 py-2 snug:py-1'
    : 'rounded-3xl bg-surface p-5 shadow-soft md:p-6';
  const heading = (
    <h2 id={headingId} className={`wrap-anywhere font-semibold ${isInChat ? 'text-base leading-tight' : 'text-xl'}`}>
      {ask.closed ? closedWords(ask, name) : `${name} could use some support`}
    </h2>
  );
  const facts = (
    <>
      {isStillOpen(ask, now) && <strong className="text-ink">Still open · </strong>}
      {agoWords(ask.calledAt, now)}
      {ask.help && <Own> · {HELP_WORDS[ask.help]}</Own>}
      {ask.note && <Own> · “{ask.note}”</Own>}
    </>
  );
  const answers = (
    <>
      <p className="wrap-anywhere mt-1 text-ink-soft">{facts}</p>
      {others && <p className="wrap-anywhere mt-2 font-semibold">{others}</p>}
      <AnswerPart ask={ask} friend={friend} now={now} isInChat={isInChat} onLate={onLate} />
      <p className="mt-2 text-ink-soft text-sm">
        In danger now?{' '}
        <a href="/help" className="inline-block py-2 font-semibold text-accent underline underline-offset-4">
          Get help
        </a>
      </p>
    </>
  );
  if (isInChat && !ask.closed)
    return (
      <section ref={seen} aria-labelledby={headingId} className={frame}>
        <ChatAsk {...{ ask, friend, now, heading, facts, onLate }}>{answers}</ChatAsk>
      </section>
    );
  return (
    <section ref={seen} aria-labelledby={headingId} className={frame}>
      {heading}
      {ask.closed ? (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-ink-soft">If something feels off, reach out anyway.</p>
          <Button
            variant="quiet"
            className="px-3.5!"
            onClick={() => {
              focusScreen();
              onDismiss();
            }}
          >
            Close
          </Button>
        </div>
      ) : (
        answers
      )}
    </section>
  );
}

/** What the friend chose or wrote: it weighs more than the time. */
function Own({ children }: { children: ReactNode }) {
  return <span className="text-ink">{children}</span>;
}

function closedWords({ closed }: FriendAsk, name: string): string {
  return `${name} is doing better.${closed?.thanked ? ' Thank you for being there.' : ''}`;
}

/**
 * One count for the person who asks, and no device needs a notification of this call. A failure is no news: the next look reports it
 * again.
 */
function reportSeen({ id, uid, calledAt, closed }: FriendAsk): void {
  const key = `${id} ${calledAt}`;
  if (closed || reported.has(key)) return;
  reported.add(key);
  closeNotifications(`mood-${uid}`);
  call('POST', `/api/asks/${id}/seen`).catch(() => reported.delete(key));
}

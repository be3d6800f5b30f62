import { type ReactNode, useId, useState } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { firstName } from '#web/features/circle/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { useAskCall } from '../use-ask-call.ts';
import { answerNow, asksIfReached, hasHandedOver } from './friend-state.ts';
import { laterWords } from './later-words.ts';

const UP = 'M6 15l6-6 6 6';
const DOWN = 'M6 9l6 6 6-6';

interface ChatAskProps {
  ask: FriendAsk;
  friend: ConnectionEntry;
  /** The server's time, in ms. */
  now: number;
  /** The section's heading. */
  heading: ReactNode;
  /** Since when, what would help, and who is there. */
  facts: ReactNode;
  /** Called when the friend has closed the ask before the answer came. */
  onLate: () => void;
  /** The whole card, shown when it is opened. */
  children: ReactNode;
}

/** A friend's ask in the chat: a few lines, so that the messages keep their room. The yes is one tap away; the rest opens. */
export function ChatAsk({ ask, friend, now, heading, facts, onLate, children }: ChatAskProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { error, isPending, change } = useAskCall(ask.id, onLate);
  const status = statusWords(ask, friend, now);

  return (
    <>
      <div ref={markAsk} className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <div className="min-w-[min(7.5rem,100%)] snug:min-w-[min(5.5rem,100%)] grow basis-0 leading-tight">
          {heading}
          {!isOpen && status !== null && (
            // After a yes it takes the focus of the button, which goes.
            <p ref={focusNextStep} tabIndex={-1} role="status" className="wrap-anywhere text-sm">
              {status}
            </p>
          )}
          {!isOpen && status === null && <p className="snug:hidden truncate text-ink-soft text-sm">{facts}</p>}
        </div>
        <div className="flex items-center gap-1">
          {!isOpen && status === null && (
            <Button
              className="px-3.5!"
              aria-disabled={isPending}
              onClick={() => void change('PUT', '/answer', { answer: 'yes' })}
            >
              {ask.onIt > 0 ? 'I’ll reach out too' : 'I’ll reach out'}
            </Button>
          )}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label="All answers"
            className="inline-flex size-11 shrink-0 items-center justify-center -mr-2 rounded-full hover:bg-raised"
            onClick={() => setOpen(!isOpen)}
          >
            <LineIcon path={isOpen ? UP : DOWN} />
          </button>
        </div>
      </div>
      <FormError>{error}</FormError>
      <div id={id}>{isOpen && children}</div>
    </>
  );
}

/** Ref for a friend's ask: in low windows the chat leaves the messages more room (`styles.css`). */
function markAsk(ask: HTMLElement | null) {
  if (ask) document.documentElement.dataset.ask = '';
  else delete document.documentElement.dataset.ask;
}

/** What the person has answered; null while an answer is asked for. */
function statusWords(ask: FriendAsk, friend: ConnectionEntry, now: number): string | null {
  const name = firstName(friend);
  if (asksIfReached(ask, friend, now)) return `Did you get to reach ${name}?`;
  const answer = answerNow(ask);
  if (answer === 'yes') return `${name} can see that you’ll reach out.`;
  if (answer === 'later') return laterWords(ask, name, now);
  if (answer === 'no') return 'You get no more reminders about this.';
  return hasHandedOver(ask) ? 'You have handed over. Thank you for being there.' : null;
}

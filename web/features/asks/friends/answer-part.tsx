import { useState } from 'react';
import type { AnswerAsk, FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { firstName } from '#web/features/circle/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { useAskCall } from '../use-ask-call.ts';
import { AfterYes } from './after-yes.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { answerNow, hasHandedOver } from './friend-state.ts';
import { laterWords } from './later-words.ts';

interface AnswerPartProps {
  ask: FriendAsk;
  friend: ConnectionEntry;
  /** The server's time, in ms. */
  now: number;
  isInChat: boolean;
  /** Called when the friend has closed the ask before the answer came. */
  onLate: () => void;
}

/** The answers to a friend, or the one that was given. */
export function AnswerPart({ ask, friend, now, isInChat, onLate }: AnswerPartProps) {
  const name = firstName(friend);
  const { error, isPending, change } = useAskCall(ask.id, onLate);
  const [isChanging, setChanging] = useState<false | 'answer' | 'time'>(false);
  const given = isChanging ? null : answerNow(ask);
  const isDue = given === 'later' && ask.laterAt !== null && ask.laterAt <= now;

  async function answer(body: Partial<AnswerAsk> & Pick<AnswerAsk, 'answer'>) {
    if (await change('PUT', '/answer', body)) setChanging(false);
  }

  return (
    <>
      {ask.answer !== null && answerNow(ask) === null && (
        <p className="mt-2">{former(ask, name)} That was before it got darker.</p>
      )}
      {given === 'yes' && (
        <AfterYes
          ask={ask}
          friend={friend}
          now={now}
          isInChat={isInChat}
          isPending={isPending}
          onShowName={(showName) => answer({ answer: 'yes', showName })}
          onHandOver={() => void change('POST', '/hand-over')}
          onReached={() => void change('POST', '/reached')}
        />
      )}
      {(given === 'later' || given === 'no') && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p ref={focusNextStep} tabIndex={-1} role="status" className="min-w-[min(10rem,100%)] grow basis-0">
            {given === 'no' ? 'You get no more reminders about this.' : laterWords(ask, name, now)}
          </p>
          {given === 'later' && (
            <Button className="px-3.5!" aria-disabled={isPending} onClick={() => answer({ answer: 'yes' })}>
              {isDue ? 'I’ll reach out' : 'I’ll reach out now'}
            </Button>
          )}
          <Button variant="quiet" className="px-3.5!" onClick={() => setChanging(isDue ? 'time' : 'answer')}>
            {isDue ? 'Change the time' : 'Change my answer'}
          </Button>
          {isDue && (
            <Button
              variant="quiet"
              className="px-3.5!"
              aria-disabled={isPending}
              onClick={() => answer({ answer: 'no' })}
            >
              I can’t right now
            </Button>
          )}
        </div>
      )}
      {hasHandedOver(ask) && (
        <p ref={focusNextStep} tabIndex={-1} role="status" className="mt-2 font-semibold">
          You have handed over. Thank you for being there.
        </p>
      )}
      {given === null && (
        <AnswerButtons
          name={name}
          others={ask.onIt}
          now={now}
          isPending={isPending}
          choosesTime={isChanging === 'time'}
          isNextStep={isChanging !== false}
          onAnswer={(kind, laterAt) => answer(laterAt === undefined ? { answer: kind } : { answer: kind, laterAt })}
        />
      )}
      <FormError>{error}</FormError>
    </>
  );
}

function former({ answer }: FriendAsk, name: string): string {
  if (answer === 'yes') return `You said that you’ll reach out to ${name}.`;
  return answer === 'later' ? 'You said later.' : 'You said that you can’t.';
}

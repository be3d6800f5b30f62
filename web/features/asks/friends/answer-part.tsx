import { useId, useState } from 'react';
import type { AnswerAsk, FriendAsk } from '#contract/asks.ts';
import { firstName, telOf } from '#web/features/circle/index.ts';
import { navigate } from '#web/router.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusScreen } from '#web/ui/page/keep-focus.ts';
import { dismiss } from '../dismissed.ts';
import { plainButton, smallButton, stripButton } from '../small-button.ts';
import { useAskCall } from '../use-ask-call.ts';
import { useLocalHelp } from '../use-local-help.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import { waits } from './friend-state.ts';
import { dismissalOf, type ShownAsk } from './use-shown-asks.ts';

interface AnswerPartProps extends ShownAsk {
  me: string;
  now: number;
  /** In the friend's chat, where the way to write is below. */
  isInChat?: boolean;
  onAnswered?: () => void;
  /** Called when the friend has closed the ask before the answer came. */
  onLate: () => void;
}

export function AnswerPart({ ask, friend, state, me, now, isInChat = false, onAnswered, onLate }: AnswerPartProps) {
  const { error, isPending, change } = useAskCall(ask.id, onLate);
  const [isChanging, setChanging] = useState(false);
  const tel = telOf(friend.phonenumber);
  const name = firstName(friend);
  const small = isInChat ? stripButton : plainButton;

  async function answer(body: Partial<AnswerAsk> & Pick<AnswerAsk, 'answer'>) {
    onAnswered?.();
    if (!(await change('PUT', '/answer', body))) return;
    setChanging(false);
    if (body.answer === 'yes' && !isInChat) navigate(`/chat/${friend.uid}`);
  }

  return (
    <>
      {waits(state) || isChanging ? (
        <AnswerButtons
          others={ask.onIt}
          now={now}
          isPending={isPending}
          call={ask.help === 'call' && tel ? { name, href: tel } : undefined}
          isNextStep={isChanging}
          isInChat={isInChat}
          onAnswer={(kind, laterAt) => answer(laterAt === undefined ? { answer: kind } : { answer: kind, laterAt })}
        />
      ) : (
        <div className="flex flex-wrap items-center">
          {state === 'reached' && (
            <Button className={smallButton} aria-disabled={isPending} onClick={() => void change('POST', '/reached')}>
              Yes
            </Button>
          )}
          {state === 'later' && (
            <Button className={smallButton} aria-disabled={isPending} onClick={() => answer({ answer: 'yes' })}>
              I’ll reach out now
            </Button>
          )}
          {state === 'yes' && tel && (
            <a href={tel} className={`${buttonClass('quiet')} ${small}`}>
              Call
            </a>
          )}
          {state === 'yes' && isInChat && (
            <HowToHelp ask={ask} onShowName={(showName) => answer({ answer: 'yes', showName })} />
          )}
          {(state === 'yes' || state === 'reached') && (
            <Button
              variant="quiet"
              className={small}
              aria-disabled={isPending}
              onClick={() => {
                onAnswered?.();
                void change('POST', '/hand-over');
              }}
            >
              I have to go
            </Button>
          )}
          {(state === 'no' || state === 'later') && (
            <Button variant="quiet" className={plainButton} onClick={() => setChanging(true)}>
              Change
            </Button>
          )}
          {state === 'over' && (
            <Button
              variant="quiet"
              className={smallButton}
              onClick={() => {
                focusScreen();
                dismiss(me, dismissalOf(ask));
              }}
            >
              OK
            </Button>
          )}
        </div>
      )}
      <FormError>{error}</FormError>
    </>
  );
}

interface HowToHelpProps {
  ask: FriendAsk;
  onShowName: (showName: boolean) => void;
}

function HowToHelp({ ask, onShowName }: HowToHelpProps) {
  const id = useId();
  const emergency = useLocalHelp()?.emergency;
  return (
    <>
      <button type="button" popoverTarget={id} className={`${buttonClass('quiet')} ${stripButton}`}>
        How to help
      </button>
      <div
        id={id}
        popover="auto"
        className="m-auto w-80 max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] space-y-2 overflow-y-auto rounded-3xl border border-line bg-surface p-6 text-ink shadow-float"
      >
        <p>Listen more than you talk.</p>
        <p>Ask open questions. You don’t have to fix it.</p>
        <p>You may ask directly about thoughts of suicide.</p>
        {ask.level === 'Dark' && (
          <p className="font-semibold">
            In danger now?{' '}
            <a href={emergency?.href ?? '/help'} className="text-accent underline underline-offset-4">
              {emergency?.words ?? 'Helplines'}
            </a>
          </p>
        )}
        <Check label="The others asked may see my name" isOn={ask.showName} onChange={onShowName} />
      </div>
    </>
  );
}

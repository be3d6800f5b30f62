import { useState } from 'react';
import type { AnswerAsk, FriendAsk } from '#contract/asks.ts';
import * as t from '#language';
import { firstName, telOf } from '#web/features/circle/index.ts';
import { WhatHelps, WhatHelpsList } from '#web/features/plan/index.ts';
import { useLocalHelp } from '#web/help/use-local-help.ts';
import { Popover } from '#web/ui/dialog.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { navigate } from '#web/ui/router.tsx';
import { useDismissed } from '../dismissed.ts';
import { plainButton, smallButton, stripButton } from '../small-button.ts';
import { useAskCall } from '../use-ask-call.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import { waits } from './friend-state.ts';
import { closedBefore } from './late-words.tsx';
import { dismissalOf, type ShownAsk } from './use-shown-asks.ts';

interface AnswerPartProps extends ShownAsk {
  /** In the friend's chat, where the way to write is below. */
  isInChat?: boolean;
  onAnswered?: () => void;
}

export function AnswerPart({ ask, friend, state, now, isInChat = false, onAnswered }: AnswerPartProps) {
  const { error, isPending, change } = useAskCall(ask.id, () => closedBefore.set(friend.uid));
  const { dismiss } = useDismissed();
  const [isChanging, setChanging] = useState(false);
  const tel = telOf(friend.phonenumber);
  const call = ask.help === 'call' && tel ? { name: firstName(friend), href: tel } : undefined;
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
          call={call}
          isNextStep={isChanging}
          isInChat={isInChat}
          onAnswer={(kind, laterAt) => answer(laterAt === undefined ? { answer: kind } : { answer: kind, laterAt })}
        />
      ) : (
        <div className="flex flex-wrap items-center">
          {state === 'reached' && (
            <Button className={smallButton} aria-disabled={isPending} onClick={() => void change('POST', '/reached')}>
              {t.yes}
            </Button>
          )}
          {state === 'later' && (
            <Button className={smallButton} aria-disabled={isPending} onClick={() => answer({ answer: 'yes' })}>
              {t.illReachOutNow}
            </Button>
          )}
          {state === 'yes' && tel && (
            <a href={tel} className={call ? `${buttonClass()} ${smallButton}` : `${buttonClass('quiet')} ${small}`}>
              <span>{call ? <Rich parts={t.callFriend({ name: call.name, bdi })} /> : t.call}</span>
            </a>
          )}
          {state === 'yes' && isInChat && (
            <HowToHelp
              ask={ask}
              name={firstName(friend)}
              onShowName={(showName) => answer({ answer: 'yes', showName })}
            />
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
              {t.iHaveToGo}
            </Button>
          )}
          {ask.hasPlan && !isInChat && (state === 'yes' || state === 'reached' || state === 'later') && (
            <WhatHelps ask={ask.id} name={firstName(friend)} className={`${buttonClass('quiet')} ${small}`} />
          )}
          {(state === 'no' || state === 'later') && (
            <Button variant="quiet" className={plainButton} onClick={() => setChanging(true)}>
              {t.change}
            </Button>
          )}
          {state === 'over' && (
            <Button variant="quiet" className={smallButton} onClick={() => dismiss(dismissalOf(ask))}>
              {t.ok}
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
  name: string;
  onShowName: (showName: boolean) => void;
}

function HowToHelp({ ask, name, onShowName }: HowToHelpProps) {
  const emergency = useLocalHelp()?.emergency;
  return (
    <Popover label={t.howToHelp} className={`${buttonClass('quiet')} ${stripButton}`}>
      {ask.hasPlan && (
        <section className="border-line border-b pb-2">
          <WhatHelpsList ask={ask.id} name={name} />
        </section>
      )}
      <p>{t.listenMore}</p>
      <p>{t.askOpenQuestions}</p>
      <p>{t.youMayAskDirectly}</p>
      {ask.level === 'Dark' && (
        <p className="font-semibold">
          {t.inDangerNow}{' '}
          <a href={emergency?.href ?? '/help'} className="text-accent underline underline-offset-4">
            {emergency?.words ?? t.helplines}
          </a>
        </p>
      )}
      <Check label={t.outsideMyCircleMaySeeMyName} isOn={ask.showName} onChange={onShowName} />
    </Popover>
  );
}

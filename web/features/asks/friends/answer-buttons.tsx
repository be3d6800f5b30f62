import { useState } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import * as t from '#language';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { plainButton, smallButton } from '../small-button.ts';
import { laterTimes } from './friend-state.ts';

type Kind = NonNullable<FriendAsk['answer']>;

interface AnswerButtonsProps {
  others: number;
  now: number;
  isPending: boolean;
  /** The friend asks for a call, and has a number for it: calling is the yes. */
  call?: { name: string; href: string } | undefined;
  /** Whether they change an answer, so that another button on the screen comes first. */
  isChange?: boolean;
  isInChat?: boolean;
  /** Whether they replace a button that was pressed, and had the focus. */
  isNextStep?: boolean;
  onAnswer: (kind: Kind, laterAt?: number) => void;
}

export function AnswerButtons(props: AnswerButtonsProps) {
  const { others, now, isPending, call, isChange = false, isNextStep = false, isInChat, onAnswer } = props;
  const small = isInChat ? 'px-2.5! text-sm!' : '';
  const yes = `${smallButton} ${small} max-[14rem]:w-full`;
  const [isLater, setLater] = useState(false);
  if (isLater)
    return (
      <div key="times" className="flex flex-wrap items-center gap-x-1 gap-y-2">
        {laterTimes(now).map(({ time, words }, index) => (
          <Button
            key={words}
            ref={index === 0 ? focusNextStep : undefined}
            variant="quiet"
            className={`${smallButton} ${small}`}
            aria-disabled={isPending}
            onClick={() => onAnswer('later', time)}
          >
            {words}
          </Button>
        ))}
        <Button variant="quiet" className={`${plainButton} ${small}`} onClick={() => setLater(false)}>
          {t.back}
        </Button>
      </div>
    );
  return (
    <div key="answers" className="flex flex-wrap items-center gap-x-1 gap-y-2">
      {call ? (
        <a href={call.href} className={`${buttonClass()} ${yes}`} onClick={() => onAnswer('yes')}>
          <span>
            <Rich parts={t.callFriend({ name: call.name, bdi })} />
          </span>
        </a>
      ) : (
        <Button
          ref={isNextStep ? focusNextStep : undefined}
          variant={isChange ? 'quiet' : 'primary'}
          className={yes}
          aria-disabled={isPending}
          onClick={() => onAnswer('yes')}
        >
          {others > 0 ? t.meToo : t.illReachOut}
        </Button>
      )}
      <Button variant="quiet" className={`${plainButton} ${small}`} onClick={() => setLater(true)}>
        {t.later}
      </Button>
      <Button
        variant="quiet"
        className={`${plainButton} ${small}`}
        aria-disabled={isPending}
        onClick={() => onAnswer('no')}
      >
        {t.cant}
      </Button>
    </div>
  );
}

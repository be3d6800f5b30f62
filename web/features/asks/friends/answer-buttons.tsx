import { useId, useState } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import { fieldClass } from '#web/ui/field-class.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { laterTimes } from './later-times.ts';

type Kind = NonNullable<FriendAsk['answer']>;

interface AnswerButtonsProps {
  /** Of the friend who asks. */
  name: string;
  /** How many other friends will reach out. */
  others: number;
  /** The server's time, in ms. */
  now: number;
  isPending: boolean;
  /** Whether to begin with the time for 'later'. */
  choosesTime?: boolean;
  /** Whether they change an answer, so that another button on the screen comes first. */
  isChange?: boolean;
  /** Whether they replace a button that was pressed, and had the focus. */
  isNextStep?: boolean;
  onAnswer: (kind: Kind, laterAt?: number) => void;
}

/** Two share a row on a phone: of 320 px the card leaves 248 px to them. */
const SECOND = 'grow px-1.5! sm:grow-0 sm:px-3.5!';

/** The three answers. 'Later' asks for a time first. */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { name, others, now, isPending, choosesTime = false, isChange = false, isNextStep = false, onAnswer } = props;
  const [isLater, setLater] = useState(choosesTime);
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          ref={isNextStep ? focusNextStep : undefined}
          variant={isChange ? 'quiet' : 'primary'}
          className="grow basis-full px-3.5! sm:grow-0 sm:basis-auto"
          aria-disabled={isPending}
          onClick={() => onAnswer('yes')}
        >
          {others > 0 ? 'I’ll reach out too' : 'I’ll reach out'}
        </Button>
        <Button variant="quiet" className={SECOND} aria-expanded={isLater} onClick={() => setLater(!isLater)}>
          Later today
        </Button>
        <Button variant="quiet" className={SECOND} aria-disabled={isPending} onClick={() => onAnswer('no')}>
          I can’t right now
        </Button>
      </div>
      {isLater && <LaterTime now={now} isPending={isPending} onChoose={(laterAt) => onAnswer('later', laterAt)} />}
      <p className="mt-2 text-ink-soft text-sm">
        Any answer is fine. A ‘can’t’ is not shown to {name}; it only stops reminders to you.
      </p>
    </>
  );
}

interface LaterTimeProps {
  now: number;
  isPending: boolean;
  onChoose: (laterAt: number | undefined) => void;
}

function LaterTime({ now, isPending, onChoose }: LaterTimeProps) {
  const id = useId();
  const [at, setAt] = useState('');
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <div className="min-w-[min(10rem,100%)] grow basis-0">
        <label htmlFor={id} className="mb-1 block font-medium">
          When?
        </label>
        <select id={id} className={fieldClass} value={at} onChange={(event) => setAt(event.currentTarget.value)}>
          <option value="">Some time later</option>
          {laterTimes(now).map(({ time, words }) => (
            <option key={time} value={time}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <Button
        className="px-3.5!"
        aria-disabled={isPending}
        onClick={() => onChoose(at === '' ? undefined : Number(at))}
      >
        Say later
      </Button>
    </div>
  );
}

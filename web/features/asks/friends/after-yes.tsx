import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { firstName } from '#web/features/circle/index.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { Link } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { useEmergencyNumber } from '../use-local-help.ts';
import { asksIfReached } from './friend-state.ts';

interface AfterYesProps {
  ask: FriendAsk;
  friend: ConnectionEntry;
  /** The server's time, in ms. */
  now: number;
  isInChat: boolean;
  isPending: boolean;
  onShowName: (showName: boolean) => void;
  onHandOver: () => void;
  /** The friend was reached. */
  onReached: () => void;
}

/** After a yes: the ways to the friend, what helps, and the way out. */
export function AfterYes(props: AfterYesProps) {
  const { ask, friend, now, isInChat, isPending, onShowName, onHandOver, onReached } = props;
  const name = firstName(friend);
  const handOver = (
    <Button variant="quiet" className="px-3.5!" aria-disabled={isPending} onClick={onHandOver}>
      Hand over
    </Button>
  );

  if (asksIfReached(ask, friend, now))
    return (
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <p className="min-w-[min(10rem,100%)] grow basis-0 font-semibold">Did you get to reach {name}?</p>
        <Button className="px-3.5!" aria-disabled={isPending} onClick={onReached}>
          Yes
        </Button>
        {handOver}
      </div>
    );
  return (
    <div className="mt-3 space-y-3">
      <p ref={focusNextStep} tabIndex={-1} role="status" className="font-semibold">
        {name} can see that you’ll reach out.
      </p>
      <div className="flex flex-wrap gap-2 *:grow sm:*:grow-0">
        {!isInChat && (
          <Link to={`/chat/${friend.uid}`} className={`${buttonClass()} px-3.5!`}>
            Write to {name}
          </Link>
        )}
        {/\d/.test(friend.phonenumber) && (
          <a href={`tel:${friend.phonenumber.replace(/[^+\d]/g, '')}`} className={`${buttonClass('quiet')} px-3.5!`}>
            Call {name}
          </a>
        )}
        {handOver}
      </div>
      <details open={!isInChat}>
        <summary className="min-h-11 py-2.5 font-semibold">How to help</summary>
        <Advice />
        <Check label="My name to the others asked" isOn={ask.showName} onChange={onShowName} />
      </details>
    </div>
  );
}

function Advice() {
  const emergency = useEmergencyNumber();
  return (
    <p className="text-ink-soft">
      Listen more than you talk. Ask open questions; you don’t have to fix it. You may ask directly about thoughts of
      suicide. In danger now?{' '}
      {emergency ? (
        <a href={emergency.href} className="underline">
          {emergency.words}
        </a>
      ) : (
        <a href="/help" className="underline">
          Emergency numbers
        </a>
      )}
      . Look after yourself: handing over is fine.
    </p>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Asks, FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { clockTime } from '#web/dates/format-date.ts';
import { call } from '#web/http.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Link } from '#web/ui/link.tsx';
import { HELP_WORDS, othersWords } from './ask-words.ts';
import { ASKS_KEY } from './use-asks.ts';
import { useSeenForASecond } from './use-seen.ts';

interface CardProps {
  ask: FriendAsk;
  /** The friend who asks. */
  friend: ConnectionEntry;
}

/** A friend's ask, with the three answers. An answer can be changed until the ask is closed. */
export function FriendAskCard({ ask, friend }: CardProps) {
  const { firstname } = friend;
  const seen = useSeenForASecond(() => void call('POST', `/api/asks/${ask.id}/seen`).catch(() => {}));
  const others = othersWords(ask, firstname);
  return (
    <section
      ref={seen}
      aria-labelledby={`ask-${ask.id}`}
      className="mb-4 rounded-3xl bg-surface p-5 shadow-soft md:p-6"
    >
      <h2 id={`ask-${ask.id}`} className="font-semibold text-xl">
        {firstname} {ask.closed ? 'is doing better. Thank you for being there.' : 'could use some support'}
      </h2>
      {ask.closed ? (
        <p className="mt-1 text-ink-soft">If something feels off, reach out anyway.</p>
      ) : (
        <>
          <p className="mt-1 text-ink-soft">
            {clockTime(ask.calledAt)}
            {ask.help && ` · ${HELP_WORDS[ask.help]}`}
            {ask.note && ` · “${ask.note}”`}
          </p>
          {others && <p className="mt-2 font-semibold">{others}</p>}
          <Answers ask={ask} friend={friend} />
        </>
      )}
    </section>
  );
}

function Answers({ ask, friend: { uid, firstname, phonenumber } }: CardProps) {
  const queries = useQueryClient();
  const { error, isPending, submit } = useSubmit();
  const [isChanging, setChanging] = useState(false);
  const change = (method: 'PUT' | 'POST', path: string, body?: object) =>
    submit(async () => {
      queries.setQueryData(ASKS_KEY, await call<Asks>(method, `/api/asks/${ask.id}/${path}`, body));
      setChanging(false);
    });
  const answer = (kind: 'yes' | 'later' | 'no') => () => void change('PUT', 'answer', { answer: kind });

  if (ask.answer === 'yes' && !isChanging)
    return (
      <div role="status" className="mt-4 space-y-4">
        <p className="font-semibold">{firstname} can see that you’ll reach out.</p>
        <p className="text-ink-soft">
          Listen more than you talk. Ask open questions; you don’t have to fix it. You may ask directly about thoughts
          of suicide. Look after yourself: handing over is fine.{' '}
          <a href="/help" className="underline">
            In danger now?
          </a>
        </p>
        <div className="flex flex-wrap gap-2">
          <Link to={`/chat/${uid}`} className={buttonClass()}>
            Write to {firstname}
          </Link>
          {phonenumber && (
            <a href={`tel:${phonenumber.replace(/[^+\d]/g, '')}`} className={buttonClass('quiet')}>
              Call {firstname}
            </a>
          )}
          <Button variant="quiet" aria-disabled={isPending} onClick={() => void change('POST', 'hand-over')}>
            Hand over
          </Button>
        </div>
        <FormError>{error}</FormError>
      </div>
    );

  if (ask.answer && !isChanging)
    return (
      <div role="status" className="mt-4 flex flex-wrap items-center gap-3">
        <p>
          {ask.answer === 'later'
            ? `${firstname} can see that you’ll reach out later.`
            : 'You get no more reminders about this.'}
        </p>
        <Button variant="quiet" onClick={() => setChanging(true)}>
          Change my answer
        </Button>
      </div>
    );

  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button aria-disabled={isPending} onClick={answer('yes')}>
          {ask.onIt > 0 ? 'I’ll reach out too' : 'I’ll reach out'}
        </Button>
        <Button variant="quiet" aria-disabled={isPending} onClick={answer('later')}>
          Later today
        </Button>
        <Button variant="quiet" aria-disabled={isPending} onClick={answer('no')}>
          I can’t right now
        </Button>
      </div>
      <p className="mt-3 text-ink-soft text-sm">
        Any answer is fine. A ‘can’t’ is not shown to {firstname}; it only stops reminders to you.
      </p>
      <FormError>{error}</FormError>
    </>
  );
}

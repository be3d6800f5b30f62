import { useState } from 'react';
import type { CheckIn, CheckIns } from '#contract/account/check-in.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { clockTime, HOUR, isoDate, weekday } from '#web/dates/format-date.ts';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { LazyPushCard } from '#web/features/push/index.ts';
import { listOf } from '#web/text/words.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Page } from '#web/ui/page/page.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { awayWords, FriendCard, NothingReachesYou, OwnCheckIn, timesWords } from './cards.tsx';
import { CheckInForm } from './check-in-form.tsx';
import { changeCheckIns, checkInsQuery, endCheckIn, planOf, tellsNobody, useCheckIns } from './use-check-ins.ts';

/** /check-in: the person is asked at a set time, and friends are told when no answer comes. */
export default function CheckInScreen() {
  const { data, error } = useCheckIns();
  return (
    <Page title={t.plannedCheckIn} lead={t.checkInLead}>
      {data ? <CheckInPart {...data} /> : !error && <Skeleton className="h-96" />}
      <FormError>{error?.message}</FormError>
    </Page>
  );
}

CheckInScreen.firstQuery = checkInsQuery;

function CheckInPart({ own, friends }: CheckIns) {
  const [isOpen, setOpen] = useState(false);
  const me = useApp().appUser?.uid ?? '';
  const friendsCards = friends.map((friend) => <FriendCard key={friend.uid} friend={friend} canStop />);
  return (
    <div className="space-y-6">
      {own && <OwnCheckIn own={own} />}
      {!own && friendsCards}
      {own && !isOpen ? (
        <section className="rounded-3xl bg-surface p-[min(1.5rem,6vw)] shadow-soft">
          <Planned own={own} />
          <div className="mt-5 flex flex-wrap gap-2">
            <Button variant="quiet" onClick={() => setOpen(true)}>
              {t.change}
            </Button>
          </div>
          <details className="mt-5">
            <summary className="w-fit py-1.5 text-ink-soft">{t.stopTheCheckIn}</summary>
            {own.missedAt !== null && <p className="mt-2">{t.stoppingIsAnAnswer}</p>}
            <ActionButton variant="quiet" className="mt-2" action={() => endCheckIn(me)}>
              {t.stopLookingIn}
            </ActionButton>
          </details>
        </section>
      ) : (
        <CheckInForm own={own} onEnd={own ? () => setOpen(false) : undefined} />
      )}
      <LazyPushCard />
      {own && friendsCards}
    </div>
  );
}

function Planned({ own }: { own: CheckIn }) {
  const me = useApp().appUser?.uid ?? '';
  const { asksAt, awayUntil, friends, isReminded, missedAt, notifiesFriends } = own;
  const { data: entries = [] } = useConnections();
  const namesOf = (hasAgreed: boolean) =>
    entries
      .filter(({ uid }) => friends.some((each) => each.uid === uid && each.hasAgreed === hasAgreed))
      .map(firstName);
  const [agreed, asked] = [namesOf(true), namesOf(false)];
  const awayLine = awayWords(awayUntil);
  const away = (awayLine && awayUntil) ?? '';
  /** What the field shows while it is not saved. */
  const [given, setGiven] = useState<string | null>(null);
  const { error, setError, submit } = useSubmit();
  const pause = (date: string | null) =>
    submit(async () => {
      if (date === (away || null)) return;
      await changeCheckIns(me, 'PUT', 'check-in', { ...planOf(own), awayUntil: date }).finally(() => setGiven(null));
    });
  return (
    <>
      <h2 ref={focusNextStep} tabIndex={-1} className="font-semibold text-xl">
        {timesWords(own)}
      </h2>
      {asksAt !== null && (
        <p className="mt-1 text-ink-soft">
          {awayLine ??
            t.nextCheckIn({ when: t.dayAtTime({ day: weekday(new Date(asksAt)), time: clockTime(asksAt) }) })}
        </p>
      )}
      {!isReminded && <NothingReachesYou className="mt-2 font-semibold" />}
      {agreed.length > 0 && <p className="mt-2">{t.haveSaidYes({ names: listOf(agreed) })}</p>}
      {agreed.length > 0 && !notifiesFriends && <p>{t.seeItWhenTheyOpenMoodring({ friends: agreed.length })}</p>}
      {asked.length > 0 && <p className="mt-1 text-ink-soft">{t.waitingForAYes({ names: listOf(asked) })}</p>}
      {tellsNobody(own) && own.endsAt === null && <p className="mt-2 font-semibold">{t.nobodyWouldBeTold}</p>}
      <Field
        className="mt-5"
        label={t.awayUntil}
        note={missedAt === null ? t.nobodyIsAskedBefore : t.stoppingIsAnAnswer}
        type="date"
        min={isoDate(new Date(Date.now() + 24 * HOUR))}
        value={given ?? away}
        onChange={({ currentTarget: { value, validity } }) => {
          setGiven(value);
          // A date of which a part is missing has no value, either.
          if (awayWords(value) || (value === '' && !validity.badInput)) void pause(value || null);
        }}
        onBlur={() => {
          if (given && !awayWords(given)) setError(t.chooseALaterDay);
          setGiven(null);
        }}
      />
      <FormError>{error}</FormError>
      {awayLine && (
        <Button variant="quiet" className="mt-3" onClick={() => void pause(null)}>
          {t.imBack}
        </Button>
      )}
    </>
  );
}

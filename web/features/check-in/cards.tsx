import { type ReactNode, useState } from 'react';
import type { CheckIn, FriendCheckIn } from '#contract/account/check-in.ts';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { calendarDate, clockTime, dayAndTime } from '#web/dates/format-date.ts';
import { ownZone } from '#web/features/account/index.ts';
import { firstName, telOf, useConnections } from '#web/features/circle/index.ts';
import { useStore } from '#web/store.ts';
import { Face } from '#web/ui/face.tsx';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { Button, buttonClass, smallButton } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Helplines, Link, linkClass } from '#web/ui/link.tsx';
import {
  answer,
  changeCheckIns,
  hasCard,
  isAnswering,
  isAnswerOwed,
  isDue,
  tellsNobody,
  useKnownCheckIns,
} from './use-check-ins.ts';

/** The buttons of a card. */
const below = 'flex basis-full flex-wrap gap-2 sm:ps-14';

/** A card that was answered stays until the person leaves the screen: a second tap hits nothing that slid up. */
export function CheckInCards() {
  const { own, friends } = useKnownCheckIns();
  const { appUserMood } = useApp();
  const [shown, setShown] = useState<string[]>([]);
  const added = friends.filter((each) => hasCard(each) && !shown.includes(each.uid));
  if (added.length > 0) setShown([...shown, ...added.map(({ uid }) => uid)]);
  return (
    <div className="mb-4 space-y-2 empty:hidden">
      {own && <OwnCheckIn own={own} />}
      {friends
        .filter(({ uid }) => shown.includes(uid))
        .map((friend) => (
          <FriendCard key={friend.uid} friend={friend} />
        ))}
      {own && wordsOf(own) === null && tellsNobody(own) && appUserMood !== null && !asksForSupport(appUserMood) && (
        <Card label={t.plannedCheckIn}>
          <p>
            <Link to="/check-in" className={linkClass}>
              {t.plannedCheckIn}
            </Link>
            <span className="block">{t.nobodyWouldBeTold}</span>
          </p>
        </Card>
      )}
    </div>
  );
}

/** A round that runs, or was missed, also just after the answer: nothing at other times. */
export function OwnCheckIn({ own }: { own: CheckIn }) {
  const me = useApp().appUser?.uid ?? '';
  const { isPending, submit } = useSubmit();
  // Also one by a tap elsewhere.
  const isSending = useStore(isAnswering);
  const [wasDue, setWasDue] = useState(false);
  if (isDue(own) && !wasDue) setWasDue(true);
  // A round of which nobody would be told may end without an answer.
  const words = wordsOf(own) ?? (wasDue && !tellsNobody(own) ? t.youHaveCheckedIn : null);
  if (words === null) return null;
  return (
    <Card label={t.plannedCheckIn}>
      <p className="min-w-[min(9rem,100%)] grow basis-0 font-semibold leading-tight">
        {words}
        {own.endsAt !== null && tellsNobody(own) && <span className="block font-normal">{t.nobodyWouldBeTold}</span>}
      </p>
      {isDue(own) && (
        <Button className={smallButton} aria-disabled={isPending} onClick={() => void submit(() => answer(me))}>
          {t.checkInNow}
        </Button>
      )}
      <FormError>{isDue(own) && !isSending && isAnswerOwed(me) ? t.notSentYet : null}</FormError>
    </Card>
  );
}

function wordsOf({ endsAt, missedAt, answeredAt, friends, notifiesFriends }: CheckIn): string | null {
  // Those who were told may be friends no more.
  const agreed = friends.filter(({ hasAgreed }) => hasAgreed).length;
  if (missedAt !== null) {
    if (notifiesFriends) return t.friendsWereToldAt({ when: dayAndTime(missedAt, Date.now()) });
    return `${t.youHaventCheckedIn} ${agreed > 0 ? t.seeItWhenTheyOpenMoodring({ friends: agreed }) : ''}`;
  }
  if (endsAt !== null) return t.pleaseCheckInBy({ time: clockTime(endsAt) });
  return answeredAt === null ? null : `${t.youHaveCheckedIn} ${agreed > 0 ? t.whoWasToldCanSeeIt : ''}`;
}

interface FriendCardProps {
  friend: FriendCheckIn;
  canStop?: boolean;
}

export function FriendCard({ friend, canStop = friend.missedAt === null }: FriendCardProps) {
  const { uid, hasAgreed, hasNewTimes, answeredAt, missedAt, isOver, times } = friend;
  const me = useApp().appUser?.uid ?? '';
  const entry = useConnections().data?.find((each) => each.uid === uid);
  const { isReached } = useKnownCheckIns();
  const [hasDeclined, setDeclined] = useState(false);
  const name = firstName(friend);
  const lines = [
    hasAgreed === false && (hasDeclined ? t.wontSeeThis({ name }) : t.youDontLookIn),
    hasAgreed && promiseAndTime(friend),
    ...(isOver ? [t.theCheckInHasEnded] : canStop && times ? [timesWords(times), awayWords(times.awayUntil)] : []),
    times && (hasAgreed === null || hasNewTimes) && missedAt === null && t.thenMoodringTellsYou,
    canStop && hasAgreed && !isOver && t.nameSeesWhenYouStop({ name }),
  ].filter(Boolean);
  return (
    <Card label={t.checkInOf({ name })}>
      <Link
        to={`/chat/${uid}`}
        className="flex min-h-11 min-w-[min(9rem,100%)] grow basis-0 items-center gap-3 rounded-2xl leading-tight"
      >
        <Face initials={friend.initials} photo={entry?.photo} mood={entry?.mood} />
        <span className="wrap-anywhere min-w-0">
          <span className="block font-semibold">{titleOf(friend)}</span>
          {lines.map((line) => (
            <span key={String(line)} className="block text-ink-soft text-sm">
              {line}
            </span>
          ))}
        </span>
      </Link>
      {(!hasAgreed || (hasNewTimes && canStop)) && (
        <Agree uid={uid} hasAnswered={hasAgreed !== null} onAnswer={(agrees) => setDeclined(!agrees)} />
      )}
      {hasAgreed && missedAt === null && !isReached && <NothingReachesYou className="basis-full text-sm sm:ps-14" />}
      {hasAgreed && (
        <div className={`${below} empty:hidden`}>
          {missedAt !== null && answeredAt === null && (
            <>
              <CallLink entry={entry} />
              <Link to={`/chat/${uid}`} className={`${buttonClass('quiet')} ${smallButton}`}>
                {t.messageVerb}
              </Link>
              <Helplines className={`${linkClass} px-1`} />
            </>
          )}
          {canStop && !isOver && (
            <ActionButton
              variant="quiet"
              className={smallButton}
              aria-label={t.stopLookingInOn({ name })}
              action={() => changeCheckIns(me, 'PUT', `check-ins/${uid}`, { agrees: false })}
            >
              {t.stopLookingIn}
            </ActionButton>
          )}
        </div>
      )}
    </Card>
  );
}

export function NothingReachesYou({ className }: { className: string }) {
  return (
    <p className={className}>
      {t.nothingReachesYou}{' '}
      <Link to="/settings/news" className={linkClass}>
        {t.whatReachesMe}
      </Link>
    </p>
  );
}

/** In the chat with a friend who has missed a check-in, also for a day after the answer. */
export function CheckInStrip({ entry }: { entry: ConnectionEntry }) {
  const friend = useKnownCheckIns().friends.find(({ uid }) => uid === entry.uid);
  if (!friend?.hasAgreed || friend.missedAt === null) return null;
  return (
    <section
      aria-label={t.checkInOf({ name: firstName(entry) })}
      className="flex shrink-0 flex-wrap items-center gap-x-2 border-line border-b px-4 py-1"
    >
      <p className="wrap-anywhere min-w-[min(9rem,100%)] grow basis-0 py-1 text-sm leading-tight">
        <span className="font-semibold">{titleOf(friend)}.</span> {promiseAndTime(friend)}
      </p>
      {friend.answeredAt === null && <CallLink entry={entry} />}
    </section>
  );
}

function CallLink({ entry }: { entry: ConnectionEntry | undefined }) {
  const tel = entry && telOf(entry.phonenumber);
  return (
    tel && (
      <a href={tel} className={`${buttonClass()} ${smallButton}`}>
        {t.call}
      </a>
    )
  );
}

function titleOf(friend: FriendCheckIn): string {
  const { hasAgreed, hasNewTimes, missedAt, answeredAt } = friend;
  const name = firstName(friend);
  if (hasAgreed === null) return t.wouldYouLookIn({ name });
  if (!hasAgreed || missedAt === null)
    return hasNewTimes ? t.stillLookInNewTimes({ name }) : t.askedYouToLookIn({ name });
  return (answeredAt === null ? t.hasNotCheckedIn : t.hasCheckedIn)({ name });
}

function promiseAndTime({ missedAt, answeredAt }: FriendCheckIn): string {
  if (answeredAt !== null) return dayAndTime(answeredAt, Date.now());
  const since = missedAt !== null && t.noAnswerBy({ when: dayAndTime(missedAt, Date.now()) });
  return [since, t.youSaidYouWouldLookIn].filter(Boolean).join(t.sentenceSpace);
}

/** Null unless the day is to come. @param date YYYY-MM-DD */
export function awayWords(date: string | null): string | null {
  const day = new Date(`${date}T00:00`);
  return day.getTime() > Date.now() ? t.awayUntilDay({ day: calendarDate(day, new Date()) }) : null;
}

/** Mon, Tue, 09:00 to 12:00; with the zone when it is not that of this device. */
export function timesWords({ days, at, until, zone }: Pick<CheckIn, 'days' | 'at' | 'until' | 'zone'>): string {
  const [from, end] = [at, until].map((time) => clockTime(new Date(`2000-01-01T${time}`))) as [string, string];
  const to = until < at ? t.onTheNextDay({ time: end }) : end;
  const names = t.shortWeekdays.split(', ').filter((_, index) => days.includes(index + 1));
  const words =
    days.length === 7 ? t.everyDayFromTo({ from, to }) : t.onDaysFromTo({ days: names.join(', '), from, to });
  return zone === ownZone() ? words : `${words} (${zone})`;
}

interface AgreeProps {
  uid: string;
  hasAnswered: boolean;
  onAnswer: (agrees: boolean) => void;
}

/** The friend learns of a yes. A no looks as if nobody had answered. */
function Agree({ uid, hasAnswered, onAnswer }: AgreeProps) {
  const me = useApp().appUser?.uid ?? '';
  const { error, isPending, submit } = useSubmit();
  const agree = (agrees: boolean) =>
    submit(async () => {
      await changeCheckIns(me, 'PUT', `check-ins/${uid}`, { agrees });
      onAnswer(agrees);
    });
  return (
    <div className={below}>
      <Button className={smallButton} aria-disabled={isPending} onClick={() => void agree(true)}>
        {t.yesIWill}
      </Button>
      {!hasAnswered && (
        <Button variant="quiet" className={smallButton} aria-disabled={isPending} onClick={() => void agree(false)}>
          {t.notNow}
        </Button>
      )}
      <FormError>{error}</FormError>
    </div>
  );
}

function Card({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-2 rounded-3xl border border-line bg-surface px-3.5 py-2 shadow-soft lg:shadow-none"
    >
      {children}
    </section>
  );
}

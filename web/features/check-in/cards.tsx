import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CheckIn, FriendCheckIn } from '#contract/account/check-in.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { clockTime, dayAndTime } from '#web/dates/format-date.ts';
import { firstName, telOf, useConnections } from '#web/features/circle/index.ts';
import { Face } from '#web/ui/face.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Link } from '#web/ui/link.tsx';
import { answer, changeCheckIns, checkInsQuery, hasCard, isDue } from './use-check-ins.ts';

const smallButton = 'min-h-11! px-4! py-2!';

/** `KeepCheckIns` fetches what they show. */
export function CheckInCards() {
  const me = useApp().appUser?.uid ?? '';
  const { own = null, friends = [] } = useQuery({ ...checkInsQuery(me), enabled: false }).data ?? {};
  return (
    <div className="mb-4 space-y-2 empty:hidden">
      {own && <OwnCheckIn own={own} />}
      {friends.filter(hasCard).map((friend) => (
        <FriendCard key={friend.uid} friend={friend} />
      ))}
    </div>
  );
}

/** A round that runs, or was missed, also just after the answer: nothing at other times. */
export function OwnCheckIn({ own }: { own: CheckIn }) {
  const me = useApp().appUser?.uid ?? '';
  const { error, isPending, submit } = useSubmit();
  const words = wordsOf(own);
  if (words === null) return null;
  return (
    <Card label={t.plannedCheckIn}>
      <p className="min-w-[min(9rem,100%)] grow basis-0 font-semibold leading-tight">{words}</p>
      {isDue(own) && (
        <Button className={smallButton} aria-disabled={isPending} onClick={() => void submit(() => answer(me))}>
          {t.checkInNow}
        </Button>
      )}
      <FormError>{error}</FormError>
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

export function FriendCard({ friend }: { friend: FriendCheckIn }) {
  const { uid, hasAgreed, answeredAt, missedAt } = friend;
  const entry = useConnections().data?.find((each) => each.uid === uid);
  const name = firstName(friend);
  const tel = entry && telOf(entry.phonenumber);
  const agreed = answeredAt === null ? t.hasNotCheckedIn : t.hasCheckedIn;
  const title = hasAgreed === null ? t.wouldYouLookIn : hasAgreed ? agreed : t.askedYouToLookIn;
  return (
    <Card label={t.checkInOf({ name })}>
      <Link
        to={`/chat/${uid}`}
        className="flex min-h-11 min-w-[min(9rem,100%)] grow basis-0 items-center gap-3 rounded-2xl leading-tight"
      >
        <Face initials={friend.initials} photo={entry?.photo} mood={entry?.mood} />
        <span className="wrap-anywhere min-w-0">
          <span className="block font-semibold">{title({ name })}</span>
          {hasAgreed && (
            <span className="block text-ink-soft text-sm">
              {[answeredAt === null && t.youSaidYouWouldLookIn, dayAndTime(answeredAt ?? missedAt!, Date.now())]
                .filter(Boolean)
                .join(' ')}
            </span>
          )}
        </span>
      </Link>
      {!hasAgreed && <Agree uid={uid} isDeclined={hasAgreed === false} />}
      {hasAgreed && missedAt !== null && answeredAt === null && tel && (
        <a href={tel} className={`${buttonClass('quiet')} ${smallButton}`}>
          {t.call}
        </a>
      )}
    </Card>
  );
}

/** The friend learns of a yes. A no looks as if nobody had answered. */
function Agree({ uid, isDeclined }: { uid: string; isDeclined: boolean }) {
  const me = useApp().appUser?.uid ?? '';
  const { error, isPending, submit } = useSubmit();
  const agree = (agrees: boolean) => submit(() => changeCheckIns(me, 'PUT', `check-ins/${uid}`, { agrees }));
  return (
    <div className="flex basis-full flex-wrap gap-2 sm:ps-14">
      <Button className={smallButton} aria-disabled={isPending} onClick={() => void agree(true)}>
        {t.yesIWill}
      </Button>
      {!isDeclined && (
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

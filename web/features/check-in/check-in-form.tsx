import { type SubmitEvent, useState } from 'react';
import type { ChangeCheckIn, CheckIn } from '#contract/account/check-in.ts';
import { minutesBetween } from '#contract/account/time-of-day.ts';
import { CHECK_IN_MINUTES } from '#contract/sizes.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { useInstallation } from '#web/calls/use-installation.ts';
import { ownZone } from '#web/features/account/index.ts';
import { FriendChecks, useConnections } from '#web/features/circle/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Link, linkClass } from '#web/ui/link.tsx';
import { timesWords } from './cards.tsx';
import { changeCheckIns, planOf } from './use-check-ins.ts';

const NEW: ChangeCheckIn = {
  ...{ days: [1, 2, 3, 4, 5, 6, 7], at: '09:00', until: '12:00', zone: ownZone() },
  ...{ countsUse: true, awayUntil: null, friends: [] },
};

interface CheckInFormProps {
  own: CheckIn | null;
  onEnd: (() => void) | undefined;
}

/** By the clock of this device. */
export function CheckInForm({ own, onEnd }: CheckInFormProps) {
  const me = useApp().appUser?.uid ?? '';
  const { data: entries } = useConnections();
  const [given, setGiven] = useState(own ? planOf(own) : NEW);
  const sendsTexts = useInstallation()?.sendsTexts;
  const { error, setError, isPending, submit } = useSubmit();
  const { days, at, until, countsUse, friends } = given;
  function change(changed: Partial<typeof given>) {
    setGiven({ ...given, ...changed });
    setError(null);
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (days.length === 0) return setError(t.chooseADay);
    if (friends.length === 0) return setError(t.chooseAtLeastOne);
    if (minutesBetween(at, until) < CHECK_IN_MINUTES) return setError(t.leaveTimeToAnswer);
    void submit(async () => {
      await changeCheckIns(me, 'PUT', 'check-in', { ...given, zone: ownZone() });
      onEnd?.();
    });
  }

  if (entries?.length === 0)
    return (
      <p>
        {t.needsAFriend}{' '}
        <Link to="/connect" className={linkClass}>
          {t.addScreen}
        </Link>
      </p>
    );
  return (
    <form onSubmit={onSubmit} noValidate className="space-y-6 rounded-3xl bg-surface p-[min(1.5rem,6vw)] shadow-soft">
      <fieldset className="min-w-0">
        <legend className="font-semibold">{t.onTheseDays}</legend>
        <div className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))]">
          {t.shortWeekdays.split(', ').map((name, index) => (
            <Check
              key={name}
              label={name}
              isOn={days.includes(index + 1)}
              onChange={(isOn) =>
                change({ days: [...days.filter((day) => day !== index + 1), ...(isOn ? [index + 1] : [])] })
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4">
        <Field
          label={t.askMeAt}
          type="time"
          required
          value={at}
          onChange={(event) => change({ at: event.currentTarget.value || at })}
        />
        <Field
          label={t.tellFriendsAt}
          type="time"
          required
          value={until}
          onChange={(event) => change({ until: event.currentTarget.value || until })}
        />
      </div>
      {until < at && days.length > 0 && <p>{timesWords({ ...given, zone: ownZone() })}</p>}
      {own && own.zone !== ownZone() && <p className="font-semibold">{t.fromNowOnInZone({ zone: ownZone() })}</p>}
      <fieldset className="min-w-0">
        <legend className="font-semibold">{t.whoLooksIn}</legend>
        <p className="text-ink-soft">{t.friendsAreAskedFirst}</p>
        <FriendChecks friends={entries ?? []} chosen={friends} onChange={(uids) => change({ friends: uids })} />
      </fieldset>
      <Switch
        label={t.usingMoodringCounts}
        note={t.aTapIsAnAnswer}
        isOn={countsUse}
        onChange={(isOn) => change({ countsUse: isOn })}
      />
      <p className="text-ink-soft">
        {t.youAreRemindedFirst} {sendsTexts && t.confirmedNumbersGetTexts}
      </p>
      {own && own.missedAt !== null && <p>{t.stoppingIsAnAnswer}</p>}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={isPending}>
          {t.save}
        </Button>
        {onEnd && (
          <Button variant="quiet" onClick={onEnd}>
            {t.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

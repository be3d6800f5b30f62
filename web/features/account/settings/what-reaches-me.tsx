import { useState } from 'react';
import type { QuietHours } from '#contract/consent.ts';
import * as t from '#language';
import type { AppUser } from '#web/app-context.tsx';
import { ABOUT, InstallMoodring, NtfyTopic, PhoneCalls, PushSettings } from '#web/features/push/index.ts';
import { Choice } from '#web/ui/forms/choice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Link, linkClass } from '#web/ui/link.tsx';
import { Section } from '../section.tsx';
import { ownZone, useRecovery } from '../use-settings.ts';
import { OwnSettings } from './own-settings.tsx';

export function WhatReachesMe({ user: { uid } }: { user: AppUser }) {
  const { data: recovery } = useRecovery(uid);
  const confirmEmail = recovery?.emailConfirmed === false && (
    <Link to="/settings/you#email" className={linkClass}>
      {t.confirmMyEmail}
    </Link>
  );
  const phoneLink = recovery && !(recovery.phone && recovery.phoneProven) && (
    <Link to="/settings/you#phone" className={linkClass}>
      {recovery.phone ? t.confirmMyPhone : t.myPhoneNumber}
    </Link>
  );
  return (
    <>
      <Section title={t.notifications} note={t.inThisBrowser}>
        <div className="space-y-6">
          <PushSettings uid={uid} />
          <InstallMoodring />
        </div>
      </Section>
      <Section title={t.ringYourPhone} note={t.ntfyNote}>
        <NtfyTopic uid={uid} />
        <PhoneCalls uid={uid} phoneLink={phoneLink} />
      </Section>
      <OwnSettings uid={uid}>
        {({ texts, quietHours, sendsTexts, sendsMail }, change) => (
          <>
            {sendsTexts && (
              <Section title={t.texts} note={t.toYourPhone}>
                <Choice
                  legend={t.textMeAbout}
                  options={ABOUT}
                  value={texts}
                  onChange={(about) => change({ texts: about })}
                />
                {texts !== 'none' && phoneLink}
                {sendsMail && (
                  <p className="mt-2 text-ink-soft">{texts === 'none' ? t.noEmailsEither : t.emailWhenNothingElse}</p>
                )}
                {sendsMail && texts !== 'none' && confirmEmail}
              </Section>
            )}
            {sendsMail && !sendsTexts && (
              <Section title={t.email}>
                <Switch
                  label={t.emailMeAboutCalls}
                  note={t.emailWhenNothingElse}
                  isOn={texts !== 'none'}
                  onChange={(isOn) => change({ texts: isOn ? 'all' : 'none' })}
                />
                {texts !== 'none' && confirmEmail}
              </Section>
            )}
            <Section title={t.quietHours}>
              <QuietHoursForm
                note={sendsTexts ? t.quietHoursMeanTextsToo : t.quietHoursMean}
                quietHours={quietHours}
                onChange={(hours) => change({ quietHours: hours })}
              />
            </Section>
          </>
        )}
      </OwnSettings>
    </>
  );
}

interface QuietHoursFormProps {
  note: string;
  quietHours: QuietHours | null;
  onChange: (quietHours: QuietHours | null) => void;
}

/** Hours by the clock of this device. */
function QuietHoursForm({ note, quietHours, onChange }: QuietHoursFormProps) {
  const [error, setError] = useState<string | null>(null);
  function change(hours: QuietHours) {
    if (hours.from === hours.to) return setError(t.chooseTwoTimes);
    setError(null);
    onChange(hours);
  }
  return (
    <div className="space-y-6">
      <Switch
        label={t.keepTheseHoursQuiet}
        note={note}
        isOn={quietHours !== null}
        onChange={(isOn) => onChange(isOn ? { from: '22:00', to: '07:00', zone: ownZone() } : null)}
      />
      {quietHours && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4">
          <Time label={t.fromTime} value={quietHours.from} onChange={(from) => change({ ...quietHours, from })} />
          <Time label={t.toTime} value={quietHours.to} onChange={(to) => change({ ...quietHours, to })} />
        </div>
      )}
      <FormError>{error}</FormError>
    </div>
  );
}

interface TimeProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A time of day, stored when the person leaves the field: while they type, it is often another time. */
function Time({ label, value, onChange }: TimeProps) {
  const [given, setGiven] = useState<string | null>(null);
  return (
    <Field
      label={label}
      type="time"
      value={given ?? value}
      onChange={({ currentTarget }) => setGiven(currentTarget.value)}
      onBlur={() => {
        setGiven(null);
        if (given && given !== value) onChange(given);
      }}
    />
  );
}

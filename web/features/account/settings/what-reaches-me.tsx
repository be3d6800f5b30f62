import type { AppUser } from '#web/app-context.tsx';
import { ABOUT, LazyInstallMoodring, LazyPushSettings } from '#web/features/push/index.ts';
import { Choice } from '#web/ui/forms/choice.tsx';
import { Section } from '../section.tsx';
import { OwnSettings } from './own-settings.tsx';
import { QuietHoursForm } from './quiet-hours.tsx';

/** What a person is told outside the app, and when. */
export function WhatReachesMe({ user: { uid } }: { user: AppUser }) {
  return (
    <>
      <Section title="Notifications" note="In this browser.">
        <div className="space-y-6">
          <LazyPushSettings uid={uid} />
          <LazyInstallMoodring />
        </div>
      </Section>
      <OwnSettings uid={uid}>
        {({ texts, quietHours, sendsTexts }, change) => (
          <>
            {sendsTexts && (
              <Section title="Texts" note="To your phone.">
                <Choice
                  legend="Text me about"
                  options={ABOUT}
                  value={texts}
                  onChange={(about) => change({ texts: about })}
                />
              </Section>
            )}
            <Section title="Quiet hours">
              <QuietHoursForm
                note={`${sendsTexts ? 'No texts, and n' : 'N'}otifications make no sound. Dark passes.`}
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

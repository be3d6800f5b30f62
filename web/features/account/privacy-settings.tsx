import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { Section } from './section.tsx';
import { useSettings } from './use-settings.ts';

/** The settings: by what a search finds this person, and which texts they get. */
export function PrivacySettings({ uid }: { uid: string }) {
  const { settings, error, change } = useSettings(uid);
  return (
    <>
      <Section title="Being found" note="By people who search. Your friends stay your friends.">
        {settings ? (
          <div className="space-y-5">
            <Switch
              label="By my name"
              note="A part of my first or last name finds me."
              isOn={settings.foundByName}
              onChange={(foundByName) => change({ foundByName })}
            />
            <Switch
              label="By my phone number"
              note="A part of my number finds me. No search shows it."
              isOn={settings.foundByPhone}
              onChange={(foundByPhone) => change({ foundByPhone })}
            />
          </div>
        ) : (
          <Skeleton className="h-28" />
        )}
      </Section>
      <Section title="Texts" note="To your phone.">
        {settings ? (
          <>
            <Switch
              label="Text me when someone writes to me"
              note="Every message brings a text, whether or not you are here. When a friend needs support, a text comes in any case."
              isOn={settings.chatTexts}
              onChange={(chatTexts) => change({ chatTexts })}
            />
            {settings.phoneRefused && (
              <p className="mt-4 font-medium">
                No text goes to the phone number above, not even when a friend needs support: it is no whole number, or
                a premium or a satellite number.
              </p>
            )}
            {settings.textsStopped && (
              <p className="mt-4 font-medium">
                Texts to your number are stopped, because STOP was texted from it. Text START to{' '}
                {settings.startNumber ?? 'the number that they came from'}.
              </p>
            )}
          </>
        ) : (
          <Skeleton className="h-12" />
        )}
      </Section>
      <FormError>{error}</FormError>
    </>
  );
}

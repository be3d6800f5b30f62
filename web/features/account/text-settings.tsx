import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useInstallation } from '#web/use-installation.ts';
import { useSettings } from './use-settings.ts';

/** Which texts this person gets, and why none arrive. */
export function TextSettings({ uid }: { uid: string }) {
  const { settings, error, change } = useSettings(uid);
  const installation = useInstallation();
  return (
    <>
      {installation?.sendsTexts === false && (
        <p className="mb-4 font-medium">Texts are not set up on this Moodring, so nobody gets any yet.</p>
      )}
      {settings ? (
        <>
          <Switch
            label="Text me when someone writes to me"
            note="Every message brings a text, whether or not you are here. When a friend needs support, a text comes in any case."
            isOn={settings.messageTexts !== 'none'}
            onChange={(isOn) => change({ messageTexts: isOn ? 'every' : 'none' })}
          />
          {settings.phoneRefused && (
            <p className="mt-4 font-medium">
              No text goes to the phone number above, not even when a friend needs support: it is no whole number, or a
              premium or a satellite number.
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
        !error && <Skeleton className="h-12" />
      )}
      <FormError>{error}</FormError>
    </>
  );
}

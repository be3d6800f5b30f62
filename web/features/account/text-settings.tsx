import { FormError } from '#web/ui/forms/form-error.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useInstallation } from '#web/use-installation.ts';
import { useSettings } from './use-settings.ts';

/** Why no texts arrive. */
export function TextSettings({ uid }: { uid: string }) {
  const { settings, error } = useSettings(uid);
  const installation = useInstallation();
  return (
    <>
      {installation?.sendsTexts === false && (
        <p className="mb-4 font-medium">Texts are not set up on this Moodring, so nobody gets any yet.</p>
      )}
      {settings ? (
        <>
          {settings.phoneRefused && (
            <p className="mb-4 font-medium">
              No text goes to the phone number above, not even when a friend needs support: it is no whole number, or a
              premium or a satellite number.
            </p>
          )}
          {settings.textsStopped && (
            <p className="mb-4 font-medium">
              Texts to your number are stopped, because STOP was texted from it. Text START to{' '}
              {settings.startNumber ?? 'the number that they came from'}.
            </p>
          )}
        </>
      ) : (
        !error && <Skeleton className="mb-4 h-12" />
      )}
      <FormError>{error}</FormError>
    </>
  );
}

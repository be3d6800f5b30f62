import type { ReactNode } from 'react';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import { useInstallation } from '#web/calls/use-installation.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useSettings } from '../use-settings.ts';

interface OwnSettingsProps {
  uid: string;
  children: (
    settings: Settings & { sendsTexts: boolean; sendsMail: boolean },
    change: (part: ChangeSettings) => Promise<void>,
  ) => ReactNode;
}

/** What is made of a person's settings once they are there, and below it why one could not be changed. */
export function OwnSettings({ uid, children }: OwnSettingsProps) {
  const { data: settings, error, change } = useSettings(uid);
  const installation = useInstallation();
  const isReady = settings !== undefined && installation !== undefined;
  const { sendsTexts = true, resetBy = [] } = installation ?? {};
  return (
    <>
      {isReady
        ? children({ ...settings, sendsTexts, sendsMail: resetBy.includes('email') }, change)
        : !error && <Skeleton className="h-44" />}
      <FormError>{error}</FormError>
    </>
  );
}

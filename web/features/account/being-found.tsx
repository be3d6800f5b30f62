import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useSettings } from './use-settings.ts';

/** The settings by what a search finds this person. */
export function BeingFound({ uid }: { uid: string }) {
  const { settings, error, change } = useSettings(uid);
  return (
    <>
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
        !error && <Skeleton className="h-28" />
      )}
      <FormError>{error}</FormError>
    </>
  );
}

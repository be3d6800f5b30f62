import { useSettings } from '#web/features/account/index.ts';
import { Choice } from '#web/ui/forms/choice.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { QuietHoursForm } from './quiet-hours.tsx';

/** Which texts reach a person, and when. */
export function TextChoices({ uid }: { uid: string }) {
  const { settings, error, change } = useSettings(uid);
  if (!settings) return error ? <FormError>{error}</FormError> : <Skeleton className="h-80" />;
  return (
    <div className="space-y-6">
      <Choice
        legend="Texts about hard times"
        note="When a friend needs support. You see it in the app in any case."
        options={[
          ['every', 'Every time'],
          ['calm', 'Calm: once, and again if it gets worse or after 12 hours'],
          ['none', 'None'],
        ]}
        value={settings.supportTexts}
        onChange={(supportTexts) => change({ supportTexts })}
      />
      <Choice
        legend="Texts about messages"
        note="When someone writes to you."
        options={[
          ['every', 'Every message'],
          ['once', 'Once until I look'],
          ['none', 'None'],
        ]}
        value={settings.messageTexts}
        onChange={(messageTexts) => change({ messageTexts })}
      />
      <QuietHoursForm quietHours={settings.quietHours} onChange={(quietHours) => change({ quietHours })} />
      <FormError>{error}</FormError>
    </div>
  );
}

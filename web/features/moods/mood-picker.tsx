import { asksForSupport } from '#contract/moods.ts';
import { PRODUCT } from '#contract/product.ts';
import type { SharedMood } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { FirstSteps } from '#web/features/first-steps/index.ts';
import { Page } from '#web/ui/page/page.tsx';
import { MoodForm } from './mood-form.tsx';

interface MoodPickerProps {
  /** The title of the tab. */
  tab: string;
  /** Called after the mood is stored. */
  onChosen?: (shared: SharedMood) => void;
}

/** A greeting and the mood form of the signed-in person (spec §2). */
export function MoodPicker({ tab, onChosen }: MoodPickerProps) {
  const { appUser, appUserMood } = useApp();
  // Somebody in a hard time has other things to do.
  const isCalm = appUserMood !== null && !asksForSupport(appUserMood);
  return (
    appUser && (
      <Page title={`Hi ${appUser.displayName}, Welcome to ${PRODUCT}`} tab={tab}>
        <MoodForm user={appUser} onChosen={onChosen} />
        {isCalm && <FirstSteps uid={appUser.uid} />}
      </Page>
    )
  );
}

import { PRODUCT } from '#contract/product.ts';
import type { SharedMood } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { RequireSession } from '#web/features/identity/index.ts';
import { Page } from '#web/ui/page/page.tsx';
import { MoodForm } from './mood-form.tsx';

interface MoodPickerProps {
  /** The tab's name. */
  tab: string;
  /** Called once the mood is stored. */
  onChosen?: (shared: SharedMood) => void;
}

/** Greets the person and lets them pick their mood; the login form when nobody is signed in (spec §2). */
export function MoodPicker({ tab, onChosen }: MoodPickerProps) {
  const { appUser } = useApp();
  return (
    <RequireSession>
      {appUser && (
        <Page title={`Hi ${appUser.displayName}, Welcome to ${PRODUCT}`} tab={tab}>
          <MoodForm user={appUser} onChosen={onChosen} />
        </Page>
      )}
    </RequireSession>
  );
}

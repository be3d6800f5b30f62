import { useEffect, useState } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import { PRODUCT } from '#contract/product.ts';
import type { SharedMood } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { CheckInCards } from '#web/features/check-in/index.ts';
import { FirstSteps } from '#web/features/first-steps/index.ts';
import { Page } from '#web/ui/page/page.tsx';
import { navigate } from '#web/ui/router.tsx';
import { MoodForm } from './mood-form.tsx';

/** Time to notice the confirmation. */
const READ_MS = 900;
const READ_SUPPORT_MS = 1_800;

/** /, /mood and /status: a greeting and the mood form. After a mood is picked /cares follows, but not on /status (spec §2). */
export default function MoodScreen({ isStatus = false }) {
  const { appUser, appUserMood } = useApp();
  const [chosen, setChosen] = useState<SharedMood | null>(null);
  // Somebody in a hard time has other things to do.
  const isCalm = appUserMood !== null && !asksForSupport(appUserMood);

  useEffect(() => {
    if (chosen === null || isStatus) return;
    const timer = setTimeout(() => navigate('/cares'), asksForSupport(chosen.mood) ? READ_SUPPORT_MS : READ_MS);
    return () => clearTimeout(timer);
  }, [chosen, isStatus]);

  return (
    appUser && (
      <Page title={t.hiWelcome({ name: appUser.displayName, product: PRODUCT })}>
        <MoodForm user={appUser} onChosen={setChosen} />
        <CheckInCards />
        {isCalm && <FirstSteps uid={appUser.uid} />}
      </Page>
    )
  );
}

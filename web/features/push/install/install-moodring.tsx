import { useState } from 'react';
import * as t from '#language';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { isAppleMobile, isInstalled } from '../subscription/support.ts';
import { HomeScreenSteps } from './home-screen-steps.tsx';
import { installPrompt } from './install-prompt.ts';

/** By the browser's own dialog, or on iPhone and iPad by two steps; nothing where neither is possible. */
export function InstallMoodring() {
  const prompt = useStore(installPrompt);
  const [isAccepted, setAccepted] = useState(false);
  if (isInstalled()) return null;
  if (isAppleMobile()) return <HomeScreenSteps />;
  if (isAccepted)
    return (
      <p ref={focusNextStep} tabIndex={-1} className="font-medium">
        {t.isOnItsWayToHomeScreen}
      </p>
    );
  if (prompt === null) return null;

  async function install() {
    const { outcome } = await prompt!.prompt();
    if (outcome === 'accepted') setAccepted(true);
    installPrompt.set(null);
  }

  return (
    <div>
      <p className="text-ink-soft">{t.opensLikeAnyOtherApp}</p>
      <Button variant="quiet" className="mt-3" onClick={() => void install()}>
        {t.installMoodring}
      </Button>
    </div>
  );
}

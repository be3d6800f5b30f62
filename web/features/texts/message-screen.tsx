import { useMemo } from 'react';
import type { Installation } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useInstallation } from '#web/use-installation.ts';
import { MessageForm } from './message-form.tsx';
import { whereTextsGo } from './where-texts-go.ts';

/** /message: sends a typed text to a typed number (spec §2). Shown to everybody; the server refuses signed-out people. */
export default function MessageScreen() {
  const { appUser } = useApp();
  const installation = useInstallation();
  const lead = useMemo(() => installation !== undefined && leadFor(installation), [installation]);
  return (
    <Page title="Text message" lead={lead || <Skeleton className="h-7 w-4/5" />}>
      {/* The key empties the form when another person signs in. */}
      <MessageForm key={appUser?.uid} isSent={installation?.sendsTexts ?? true} />
    </Page>
  );
}

function leadFor(installation: Installation | null): string {
  if (installation === null) return 'Goes out just as you write it.';
  if (!installation.sendsTexts) return 'Texts are not set up on this Moodring, so no phone gets what you write here.';
  return `Goes to phones ${whereTextsGo(installation.textCountries)}, just as you write it.`;
}

import { useMemo } from 'react';
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
  const where = useMemo(() => installation && whereTextsGo(installation.textCountries), [installation]);
  return (
    <Page title="Text message" lead={where === undefined ? <Skeleton className="h-7 w-4/5" /> : leadFor(where)}>
      {/* The key empties the form when another person signs in. */}
      <MessageForm key={appUser?.uid} />
    </Page>
  );
}

function leadFor(where: string | null): string {
  return where === null ? 'Goes out just as you write it.' : `Goes to phones ${where}, just as you write it.`;
}

import { useMemo, useState } from 'react';
import type { Installation } from '#contract/views.ts';
import { type AppUser, useApp } from '#web/app-context.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useInstallation } from '#web/use-installation.ts';
import { MessageForm } from './message-form.tsx';
import { whereTextsGo } from './where-texts-go.ts';

/** /message: sends a typed text to a typed number (spec §2). Shown to everybody; the server refuses signed-out people. */
export default function MessageScreen() {
  const formKey = useFormKey(useApp().appUser);
  const installation = useInstallation();
  const lead = useMemo(() => installation !== undefined && leadFor(installation), [installation]);
  return (
    <Page title="Text message" lead={lead || <Skeleton className="h-7 w-4/5" />}>
      <MessageForm key={formKey} isSent={installation?.sendsTexts ?? true} />
    </Page>
  );
}

/** Another key empties the form: when the person signs out, or another signs in. What is typed before the session is known stays. */
function useFormKey(person: AppUser | null | undefined): number {
  const uid = person === null ? null : person?.uid;
  const [last, setLast] = useState({ uid, key: 0 });
  if (last.uid === uid) return last.key;
  const key = last.uid === undefined ? last.key : last.key + 1;
  setLast({ uid, key });
  return key;
}

function leadFor(installation: Installation | null): string {
  if (installation === null) return 'Goes out just as you write it.';
  if (!installation.sendsTexts) return 'Texts are not set up on this Moodring, so no phone gets what you write here.';
  return `Goes to phones ${whereTextsGo(installation.textCountries)}, just as you write it.`;
}

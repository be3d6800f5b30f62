import { useMemo } from 'react';
import type { TextMessage } from '#contract/inputs.ts';
import type { Installation } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { useInstallation } from '#web/calls/use-installation.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { whereTextsGo } from './where-texts-go.ts';

/** /message: sends a typed text to a typed number (spec §2). Shown to everybody; the server refuses signed-out people. */
export default function MessageScreen() {
  const { appUser } = useApp();
  const installation = useInstallation();
  const lead = useMemo(() => installation !== undefined && leadFor(installation), [installation]);
  return (
    <Page title={t.textMessage} lead={lead || <Skeleton className="h-7 w-4/5" />}>
      {/* Another person's form is another one. */}
      <MessageForm key={appUser?.uid} isSent={installation?.sendsTexts ?? true} />
    </Page>
  );
}

function leadFor(installation: Installation | null): string {
  if (installation === null) return t.goesOutAsYouWriteIt;
  if (!installation.sendsTexts) return t.textsAreNotSetUp;
  return whereTextsGo(installation.textCountries);
}

/** Sends a text of kind general (spec §2, §7). @param isSent whether texts leave this installation */
function MessageForm({ isSent }: { isSent: boolean }) {
  async function submit(text: TextMessage, form: HTMLFormElement) {
    await call('POST', '/api/texts/general', text);
    const message = form.elements.namedItem('message');
    if (message instanceof HTMLTextAreaElement) message.value = '';
    return isSent
      ? t.yourMessageIsOnItsWay({ number: text.phoneNumber })
      : t.yourMessageIsKept({ number: text.phoneNumber });
  }

  return (
    <div className="rounded-3xl bg-surface p-6 shadow-soft md:p-8">
      <Form<keyof TextMessage> button={t.sendMessage} submit={submit}>
        <Field label={t.phoneNumber} name="phoneNumber" type="tel" inputMode="tel" autoComplete="off" />
        <TextArea label={t.messageLabel} name="message" />
      </Form>
    </div>
  );
}

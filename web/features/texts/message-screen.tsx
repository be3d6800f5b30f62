import { useState } from 'react';
import type { TextMessage } from '#contract/inputs.ts';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { sendText } from './send-text.ts';

/** /message: texts what was typed to the number that was typed (spec §2). Shown to anyone; the server refuses strangers. */
export default function MessageScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function submit(text: TextMessage, form: HTMLFormElement) {
    setSentTo(null);
    await sendText(text);
    setSentTo(text.phoneNumber);
    const message = form.elements.namedItem('message');
    if (message instanceof HTMLTextAreaElement) message.value = '';
  }

  return (
    <Page title="Text message" lead="Goes to any phone, just as you write it.">
      <div className="rounded-3xl bg-surface p-6 shadow-soft md:p-8">
        <Form<keyof TextMessage> button="Send Message" submit={submit}>
          <Field label="Phone number" name="phoneNumber" type="tel" inputMode="tel" autoComplete="off" />
          <TextArea label="Message" name="message" />
        </Form>
        <div role="status">
          {sentTo !== null && (
            <p className="animate-rise rounded-2xl bg-accent-soft px-4 py-3 font-medium">
              Your message to {sentTo} is on its way.
            </p>
          )}
        </div>
      </div>
    </Page>
  );
}

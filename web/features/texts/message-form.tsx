import { useState } from 'react';
import type { TextMessage } from '#contract/inputs.ts';
import { call } from '#web/http.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { TextArea } from '#web/ui/forms/text-area.tsx';

/**
 * A number, a message and a button (spec §2). Sends a text of kind general (spec §7).
 * @param isSent whether texts leave this installation; otherwise it only records them
 */
export function MessageForm({ isSent }: { isSent: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function submit(text: TextMessage, form: HTMLFormElement) {
    setSentTo(null);
    await call('POST', '/api/texts/general', text);
    setSentTo(text.phoneNumber);
    const message = form.elements.namedItem('message');
    if (message instanceof HTMLTextAreaElement) message.value = '';
  }

  return (
    <div className="rounded-3xl bg-surface p-6 shadow-soft md:p-8">
      <Form<keyof TextMessage> button="Send Message" submit={submit}>
        <Field label="Phone number" name="phoneNumber" type="tel" inputMode="tel" autoComplete="off" />
        <TextArea label="Message" name="message" />
      </Form>
      <div role="status">
        {sentTo !== null && (
          <p className="animate-rise rounded-2xl bg-accent-soft px-4 py-3 font-medium">
            {isSent
              ? `Your message to ${sentTo} is on its way.`
              : `Your message is kept, and not sent to ${sentTo}: texts are not set up on this Moodring.`}
          </p>
        )}
      </div>
    </div>
  );
}

import { useId, useState } from 'react';
import { isBlank } from '#contract/is-blank.ts';
import type { CheckedPhone } from '#contract/texts.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordField } from './credential-fields.tsx';

interface PhoneFieldProps {
  /** The stored one: another one needs the password. Left out at the sign-up. */
  phonenumber?: string;
  isRefused?: boolean | undefined;
  note?: string | false | undefined;
}

/** A phone number. For one that texts cannot reach a hint and no rule (spec §5): the forms take what stands here. */
export function PhoneField({ phonenumber, isRefused = false, note }: PhoneFieldProps) {
  const hintId = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const [typed, setTyped] = useState(phonenumber ?? '');

  async function check() {
    setRefused((await canText(typed)) ? null : typed);
  }

  return (
    <div>
      <Field
        label={t.phoneNumber}
        name="phonenumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        aria-describedby={hintId}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={check}
      />
      {/* It has its place before it comes: otherwise the button would move away under the click that leaves the field. */}
      <p id={hintId} role="status" className="mt-1.5 min-h-lh text-ink-soft">
        {/* An answer about an earlier number says nothing about this one. */}
        {refused === typed || (isRefused && typed === phonenumber) ? t.cantTextThisNumber : note}
      </p>
      {phonenumber !== undefined && typed !== phonenumber && (
        <PasswordField label={t.passwordToChangePhone} autoComplete="current-password" />
      )}
    </div>
  );
}

/** As the server reads the number. No number is as good as one, and no answer is a yes: nobody has to have a number. */
async function canText(phoneNumber: string): Promise<boolean> {
  if (isBlank(phoneNumber)) return true;
  const answer = await call<CheckedPhone>('POST', '/api/phone-numbers/check', { phoneNumber }).catch(() => undefined);
  return answer?.canText ?? true;
}

import { useId, useState } from 'react';
import { canText } from '#web/features/texts/index.ts';
import { Field } from '#web/ui/forms/field.tsx';

/** The phone number of a new account. A hint and no rule (spec §5): the sign-up takes what stands here. */
export function PhoneField() {
  const hintId = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const [typed, setTyped] = useState('');

  async function check() {
    setRefused((await canText(typed)) ? null : typed);
  }

  return (
    <div>
      <Field
        label="Phone number"
        name="phonenumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        aria-describedby={hintId}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={check}
      />
      {/* An answer about an earlier number says nothing about this one. */}
      <p id={hintId} role="status" className="mt-1.5 text-ink-soft empty:hidden">
        {refused !== null &&
          refused === typed &&
          'That is not a phone number that texts can reach. You can sign up all the same.'}
      </p>
    </div>
  );
}

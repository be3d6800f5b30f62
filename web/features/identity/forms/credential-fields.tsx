import { useState } from 'react';
import { Field } from '#web/ui/forms/field.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

/** A password, which the person may look at while typing it. */
export function PasswordField({
  autoComplete,
  label = 'Password',
  name = 'password',
}: {
  autoComplete: 'current-password' | 'new-password';
  label?: string;
  name?: string;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      label={label}
      name={name}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className="min-h-11 min-w-11 rounded-2xl px-3 font-medium text-accent text-base"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
          <VisuallyHidden> what is typed</VisuallyHidden>
        </button>
      }
    />
  );
}

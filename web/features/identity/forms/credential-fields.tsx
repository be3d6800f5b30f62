import { useState } from 'react';
import * as t from '#language';
import { Field } from '#web/ui/forms/field.tsx';
import { Link, linkClass } from '#web/ui/link.tsx';
import { hidden, Rich } from '#web/ui/rich.tsx';

export function EmailField({
  label = t.email,
  autoComplete,
  email,
}: {
  label?: string;
  /** 'webauthn' lets the browser suggest passkeys, too. */
  autoComplete: 'username webauthn' | 'username' | 'email' | 'off';
  email?: string | undefined;
}) {
  return (
    <Field
      label={label}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={email}
    />
  );
}

export function PasswordField({
  autoComplete,
  label = t.password,
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
      note={autoComplete === 'new-password' ? t.atLeast8Characters : undefined}
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
          <Rich parts={isShown ? t.hideWhatIsTyped({ hidden }) : t.showWhatIsTyped({ hidden })} />
        </button>
      }
    />
  );
}

/** A hidden field that tells password managers whose password a form asks for. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />;
}

/** The way to a new password, below every form that asks for the old one. */
export function ForgotLink() {
  return (
    <p className="mt-4 text-center">
      <Link to="/forgot-password" className={linkClass}>
        {t.forgotYourPassword}
      </Link>
    </p>
  );
}

/** Of <link>: it leads to a screen. */
export const linkTo = (to: string) => (words: string) => (
  <Link to={to} className={linkClass}>
    {words}
  </Link>
);

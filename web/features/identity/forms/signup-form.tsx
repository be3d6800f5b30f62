import { useId, useState } from 'react';
import { pendingInvite, useInvitationNote } from '#web/features/invites/index.ts';
import { canText } from '#web/features/texts/index.ts';
import { navigate } from '#web/router.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Link } from '#web/ui/link.tsx';
import { type SignUpFields, signUp } from '../session/sign-in.ts';
import { EmailField, PasswordField } from './credential-fields.tsx';
import { EntryPage } from './entry-page.tsx';

/** The state that /signup passes to /login after a sign-up. */
export interface NewAccount {
  email: string;
}

/** The fields of an account (spec §2). The identity provider checks them (spec §5); after the sign-up follows /login. */
export function SignupForm() {
  const invitation = useInvitationNote();
  return (
    <EntryPage heading="Create your account" note={invitation ?? 'A place where your friends know how you are.'}>
      <Form<keyof SignUpFields>
        button="Sign Up"
        submit={async (fields) => {
          await signUp(fields, pendingInvite.read());
          navigate('/login', { state: { email: fields.email } satisfies NewAccount });
        }}
      >
        <div className="grid gap-5 md:grid-cols-2 md:gap-4">
          <Field label="First name" name="firstname" autoComplete="given-name" />
          <Field label="Last name" name="lastname" autoComplete="family-name" />
        </div>
        <EmailField autoComplete="email" />
        <PasswordField autoComplete="new-password" />
        <PhoneField />
      </Form>
      <p className="mt-6 text-center text-ink-soft">
        Already have an account?{' '}
        <Link to="/login" className="inline-block py-2.5 font-semibold text-accent underline underline-offset-4">
          Log in
        </Link>
      </p>
    </EntryPage>
  );
}

/** The phone number of a new account. A hint and no rule (spec §5): the sign-up takes what stands here. */
function PhoneField() {
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

import { pendingInvite, useInvitationNote } from '#web/features/invites/index.ts';
import { navigate } from '#web/router.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Link } from '#web/ui/link.tsx';
import { type SignUpFields, signUp } from '../session/sign-in.ts';
import { EmailField, PasswordField } from './credential-fields.tsx';
import { EntryPage } from './entry-page.tsx';
import { PhoneField } from './phone-field.tsx';

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

import type { Installation } from '#contract/views.ts';
import * as t from '#language';
import { useInstallation } from '#web/calls/use-installation.ts';
import { pendingInvite, useInvitationNote } from '#web/features/invites/index.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { Rich } from '#web/ui/rich.tsx';
import { navigate } from '#web/ui/router.tsx';
import { EmailField, linkTo, PasswordField } from './forms/credential-fields.tsx';
import { EntryPage } from './forms/entry-page.tsx';
import { PhoneField } from './forms/phone-field.tsx';
import { OidcSignIn } from './oidc/oidc-sign-in.tsx';
import { type SignUpFields, signUp } from './session/sign-in.ts';
import { SignedOutOnly } from './signed-out-only.tsx';

/** /signup (spec §2): the form, or a note that sign-up is closed here or needs an invitation. */
export default function SignupScreen() {
  const installation = useInstallation();
  const refusal = refusalOf(installation?.signUp);
  return (
    <SignedOutOnly>
      {installation === undefined && <PageSkeleton />}
      {refusal !== null && (
        <EntryPage heading={t.welcomeToMoodring} note={refusal}>
          <p className="mb-4 text-center text-ink-soft">{t.alreadyHaveAnAccount}</p>
          <Link to="/login" className={`${buttonClass()} w-full`}>
            {t.logIn}
          </Link>
        </EntryPage>
      )}
      {/* If the setting could not be fetched the form is shown: the server refuses by itself. */}
      {installation !== undefined && refusal === null && <SignupForm />}
    </SignedOutOnly>
  );
}

function refusalOf(signUp: Installation['signUp'] | undefined): string | null {
  if (signUp === 'closed') return t.signUpIsClosed;
  return signUp === 'invite' && pendingInvite.read() === undefined ? t.invitationIsNeeded : null;
}

/** The state that /signup passes to /login after a sign-up. */
export interface NewAccount {
  email: string;
}

/** The fields of an account (spec §2). The identity provider checks them (spec §5); after the sign-up follows /login. */
function SignupForm() {
  const invitation = useInvitationNote();
  const sendsTexts = useInstallation()?.sendsTexts;
  return (
    <EntryPage heading={t.createYourAccount} note={invitation ?? t.aPlaceWhereFriendsKnow}>
      <Form<keyof SignUpFields>
        button={t.signUp}
        submit={async (fields) => {
          await signUp(fields, pendingInvite.read());
          navigate('/login', { state: { email: fields.email } satisfies NewAccount });
        }}
      >
        <div className="grid gap-5 md:grid-cols-2 md:gap-4">
          <Field label={t.firstName} name="firstname" autoComplete="given-name" />
          <Field label={t.lastName} name="lastname" autoComplete="family-name" />
        </div>
        <EmailField autoComplete="email" />
        <PasswordField autoComplete="new-password" />
        <PhoneField note={sendsTexts && t.forTextsWhenAFriendNeedsYou} />
      </Form>
      <OidcSignIn />
      <p className="mt-6 text-center text-ink-soft">
        <Rich parts={t.alreadyHaveAnAccountLogIn({ link: linkTo('/login') })} />
      </p>
    </EntryPage>
  );
}

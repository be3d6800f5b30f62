import { INVITATION_NEEDED, SIGN_UP_CLOSED } from '#contract/errors.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Installation } from '#contract/views.ts';
import { pendingInvite } from '#web/features/invites/index.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { useInstallation } from '#web/use-installation.ts';
import { EntryPage } from './forms/entry-page.tsx';
import { SignupForm } from './forms/signup-form.tsx';
import { SignedOutOnly } from './signed-out-only.tsx';

/** /signup (spec §2): the form, or a note that sign-up is closed here or needs an invitation. */
export default function SignupScreen() {
  const installation = useInstallation();
  const refusal = refusalOf(installation?.signUp);
  return (
    <SignedOutOnly>
      <DocumentTitle title="Sign Up" />
      {installation === undefined && <PageSkeleton />}
      {refusal !== null && (
        <EntryPage heading={`Welcome to ${PRODUCT}`} note={refusal}>
          <p className="mb-4 text-center text-ink-soft">Already have an account?</p>
          <Link to="/login" className={`${buttonClass()} w-full`}>
            Log in
          </Link>
        </EntryPage>
      )}
      {/* If the setting could not be fetched the form is shown: the server refuses by itself. */}
      {installation !== undefined && refusal === null && <SignupForm />}
    </SignedOutOnly>
  );
}

/** Why this visitor cannot sign up; null when they can. */
function refusalOf(signUp: Installation['signUp'] | undefined): string | null {
  if (signUp === 'closed') return SIGN_UP_CLOSED;
  return signUp === 'invite' && pendingInvite.read() === undefined ? INVITATION_NEEDED : null;
}

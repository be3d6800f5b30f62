import { SIGN_UP_CLOSED } from '#contract/errors.ts';
import { PRODUCT } from '#contract/product.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { useInstallation } from '#web/use-installation.ts';
import { EntryPage } from './forms/entry-page.tsx';
import { SignupForm } from './forms/signup-form.tsx';
import { SignedOutOnly } from './signed-out-only.tsx';

/** /signup (spec §2): the form, or a note that the operator has closed the sign-up. */
export default function SignupScreen() {
  const installation = useInstallation();
  return (
    <SignedOutOnly>
      <DocumentTitle title="Sign Up" />
      {installation === undefined && <PageSkeleton />}
      {installation?.signUp === 'closed' && (
        <EntryPage heading={`Welcome to ${PRODUCT}`} note={SIGN_UP_CLOSED}>
          <p className="mb-4 text-center text-ink-soft">Already have an account?</p>
          <Link to="/login" className={`${buttonClass()} w-full`}>
            Log in
          </Link>
        </EntryPage>
      )}
      {/* If the setting could not be fetched the form is shown: the server refuses by itself. */}
      {installation !== undefined && installation?.signUp !== 'closed' && <SignupForm />}
    </SignedOutOnly>
  );
}

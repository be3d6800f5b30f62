import type { ReactNode } from 'react';
import * as t from '#language';
import { screenAfterLogin, useInvitationNote } from '#web/features/invites/index.ts';
import { late } from '#web/loading/late-chunk.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { Helplines } from '#web/ui/link.tsx';
import { Rich } from '#web/ui/rich.tsx';
import { navigate, useLocation } from '#web/ui/router.tsx';
import { OidcSignIn } from '../oidc/oidc-sign-in.tsx';
import { signIn } from '../session/sign-in.ts';
import { EmailField, ForgotLink, linkTo, PasswordField } from './credential-fields.tsx';
import { EntryPage } from './entry-page.tsx';

const LazyPasskeySignIn = late(() => import('../passkeys/passkey-sign-in.tsx'), 'PasskeySignIn');

interface LoginFormProps {
  heading?: string;
  note?: string | undefined;
  /** Between the note and the fields: then it has the way to /signup. */
  intro?: ReactNode;
  email?: string | undefined;
  /** In place of a chat (spec §2), with its own error (spec §8), or of another screen: then the same one follows. */
  isInPlace?: boolean;
}

/** After the login follows /mood (spec §2), or the invitation that was opened before. Errors are red (spec §8). */
export function LoginForm({
  heading = t.welcomeToMoodring,
  note = t.letYourFriendsSee,
  intro,
  email,
  isInPlace = false,
}: LoginFormProps) {
  const { pathname } = useLocation();
  const invitation = useInvitationNote();
  // Replaces /login in the history, because its state may hold a new account's email. Other addresses stay in the history.
  const navigateOn = isInPlace ? undefined : () => navigate(screenAfterLogin(), { replace: pathname === '/login' });
  return (
    <EntryPage heading={heading} note={(!isInPlace && invitation) || note} intro={intro}>
      <p className="-mt-4 mb-2 text-center text-ink-soft">
        {t.inAHardTime} <Helplines />
      </p>
      <Form<'email' | 'password'>
        button={isInPlace ? t.logIn : t.loginButton}
        submit={(fields) => signIn(fields.email, fields.password, navigateOn)}
      >
        <EmailField autoComplete="username webauthn" email={email} />
        <PasswordField autoComplete="current-password" />
      </Form>
      <LazyPasskeySignIn navigateOn={navigateOn} />
      <OidcSignIn />
      <ForgotLink />
      {!intro && (
        <p className="mt-2 text-center text-ink-soft">
          <Rich parts={t.newHere({ link: linkTo('/signup') })} />
        </p>
      )}
    </EntryPage>
  );
}

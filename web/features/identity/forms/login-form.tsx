import { useLocation, useNavigate } from 'react-router';
import { PRODUCT } from '#contract/product.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { Link } from '#web/ui/link.tsx';
import { signIn } from '../session/sign-in.ts';
import { PasswordField } from './credential-fields.tsx';
import { EmailField } from './email-field.tsx';
import { EntryPage } from './entry-page.tsx';

interface LoginFormProps {
  heading?: string;
  /** A kind line above the fields. */
  note?: string | undefined;
  /** An email address to begin with. */
  email?: string | undefined;
}

/** Email, password and the way to an account; then /mood (spec §2). The provider's errors stand below, in red (spec §8). */
export function LoginForm({
  heading = `Welcome to ${PRODUCT}`,
  note = 'Let your friends see how you are doing.',
  email,
}: LoginFormProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Nobody comes back to /login, which may hold the email of a new account. The form in a page's place is no such entry.
  const goOn = () => navigate('/mood', { replace: pathname === '/login' });
  return (
    <EntryPage heading={heading} note={note}>
      <Form<'email' | 'password'> button="Login" submit={(fields) => signIn(fields.email, fields.password, goOn)}>
        <EmailField autoComplete="username" email={email} />
        <PasswordField autoComplete="current-password" />
      </Form>
      <p className="mt-6 text-center text-ink-soft">
        New here?{' '}
        <Link to="/signup" className="inline-block py-2.5 font-semibold text-accent underline underline-offset-4">
          Sign up
        </Link>
      </p>
    </EntryPage>
  );
}

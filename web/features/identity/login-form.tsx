import { useNavigate } from 'react-router';
import { PRODUCT } from '#contract/product.ts';
import { Form } from '#web/ui/form.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmailField } from './email-field.tsx';
import { FrontDoor } from './front-door.tsx';
import { PasswordField } from './password-field.tsx';
import { signIn } from './sign-in.ts';

interface LoginFormProps {
  heading?: string;
  buttonLabel?: string;
  /** A kind line above the fields. */
  note?: string | undefined;
  /** An email address to begin with. */
  email?: string | undefined;
  /** What follows; without it, /mood (spec §2). */
  onSignedIn?: () => void;
}

/** Email, password and the way to an account. The provider's errors stand under the form, in red (spec §8). */
export function LoginForm({
  heading = `Welcome to ${PRODUCT}`,
  buttonLabel = 'Login',
  note = 'Let your friends see how you are doing.',
  email,
  onSignedIn,
}: LoginFormProps) {
  const navigate = useNavigate();
  return (
    <FrontDoor heading={heading} note={note}>
      <Form<'email' | 'password'>
        button={buttonLabel}
        submit={(fields) => signIn(fields.email, fields.password, onSignedIn ?? (() => navigate('/mood')))}
      >
        <EmailField autoComplete="username" email={email} />
        <PasswordField autoComplete="current-password" />
      </Form>
      <p className="mt-6 text-center text-ink-soft">
        New here?{' '}
        <Link to="/signup" className="inline-block py-2.5 font-semibold text-accent underline underline-offset-4">
          Sign up
        </Link>
      </p>
    </FrontDoor>
  );
}

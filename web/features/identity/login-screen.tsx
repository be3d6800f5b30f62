import { useLocation } from 'react-router';
import { DocumentTitle } from '#web/ui/document-title.tsx';
import { LoginForm } from './login-form.tsx';
import type { NewAccount } from './signup-screen.tsx';

/** /login (spec §2), and what stands in the place of a page that needs somebody signed in. */
export default function LoginScreen() {
  const newAccount = useLocation().state as NewAccount | null;
  return (
    <>
      <DocumentTitle title="Login" />
      {newAccount ? (
        <LoginForm
          heading="Your account is ready"
          note="Log in to begin. It is good to have you here."
          email={newAccount.email}
        />
      ) : (
        <LoginForm />
      )}
    </>
  );
}

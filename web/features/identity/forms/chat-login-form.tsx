import { Form } from '#web/ui/forms/form.tsx';
import { signIn } from '../session/sign-in.ts';
import { PasswordField } from './credential-fields.tsx';
import { EmailField } from './email-field.tsx';
import { EntryPage } from './entry-page.tsx';

/** The chat's own login form (spec §2), with its own error (spec §8). After it the person is still in the chat. */
export function ChatLoginForm() {
  return (
    <EntryPage heading="Chat" note="Please log in to use the chat system.">
      <Form<'email' | 'password'> button="Log in" submit={(fields) => signIn(fields.email, fields.password)}>
        <EmailField autoComplete="username" />
        <PasswordField autoComplete="current-password" />
      </Form>
    </EntryPage>
  );
}

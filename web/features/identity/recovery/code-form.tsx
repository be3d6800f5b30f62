import { call } from '#web/http.ts';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { HiddenUsername, PasswordField } from '../forms/credential-fields.tsx';
import { EntryPage } from '../forms/entry-page.tsx';
import { LoginLink } from './login-link.tsx';

interface CodeFormProps {
  email: string;
  ticket: string;
  onDone: () => void;
}

/** A new password by a code that was texted. It looks the same for an email without an account. */
export function CodeForm({ email, ticket, onDone }: CodeFormProps) {
  async function submit({ code, password }: { code: string; password: string }) {
    await call('POST', '/api/recovery/password/code', { ticket, code, password });
    onDone();
  }

  return (
    <EntryPage
      key="code"
      isNextStep
      heading="Look at your phone"
      note="If this account has a confirmed phone, a code is on its way. It works for 10 minutes."
    >
      <Form<'code' | 'password'> button="Set my new password" submit={submit}>
        <HiddenUsername email={email} />
        <CodeField />
        <PasswordField label="New password" autoComplete="new-password" />
      </Form>
      <LoginLink />
    </EntryPage>
  );
}

import { useState } from 'react';
import type { CodeTicket } from '#contract/account/recovery.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { useInstallation } from '#web/calls/use-installation.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { CodeField } from '#web/ui/forms/code-field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { EmailField, HiddenUsername, PasswordField } from './forms/credential-fields.tsx';
import { EntryPage } from './forms/entry-page.tsx';
import { LoginLink, PasswordSet } from './recovery/password-set.tsx';

type Way = 'email' | 'text';

type Sent = { way: 'email' } | { way: 'text'; email: string; ticket: string } | { way: 'done' };

/** /forgot-password: asks for a link by email, or for a code to a confirmed phone, as this installation can send them. */
export default function ForgotPasswordScreen() {
  const installation = useInstallation();
  // If the settings could not be fetched the form for an email is shown: the server refuses by itself.
  const ways: readonly Way[] = installation ? installation.resetBy : ['email'];
  return installation === undefined ? <PageSkeleton /> : <Forgot ways={ways} />;
}

function Forgot({ ways }: { ways: readonly Way[] }) {
  const [sent, setSent] = useState<Sent | null>(null);
  if (sent?.way === 'done') return <PasswordSet />;
  if (sent?.way === 'email')
    return (
      <EntryPage key="sent" isNextStep heading={t.checkYourEmail} note={t.checkYourEmailNote}>
        <LoginLink />
      </EntryPage>
    );
  if (sent?.way === 'text')
    return <CodeForm email={sent.email} ticket={sent.ticket} onDone={() => setSent({ way: 'done' })} />;
  return <AskForm ways={ways} onSent={setSent} />;
}

function AskForm({ ways, onSent }: { ways: readonly Way[]; onSent: (sent: Sent) => void }) {
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const other = ways.find((each) => each !== way);

  async function submit({ email }: { email: string }) {
    if (way === 'email') {
      await call('POST', '/api/recovery/link', { email });
      onSent({ way });
    } else {
      const { ticket } = await call<CodeTicket>('POST', '/api/recovery/code', { email });
      onSent({ way: 'text', email, ticket });
    }
  }

  return (
    <EntryPage heading={t.forgotYourPassword} note={way ? NOTES[way] : t.noWayToANewPassword}>
      {way && (
        <Form<'email'> button={BUTTONS[way]} submit={submit}>
          <EmailField autoComplete="username" />
        </Form>
      )}
      {other && (
        <Button variant="quiet" className="mt-4 w-full" onClick={() => setWay(other)}>
          {OTHER_WAY[other]}
        </Button>
      )}
      {way && !ways.includes('email') && <p className="mt-4 text-ink-soft">{t.noConfirmedPhone}</p>}
      <LoginLink />
    </EntryPage>
  );
}

const NOTES: Record<Way, string> = { email: t.weMailYouALink, text: t.weTextYouACode };
const BUTTONS: Record<Way, string> = { email: t.mailMeALink, text: t.textMeACode };
const OTHER_WAY: Record<Way, string> = { email: t.mailMeALinkInstead, text: t.textMeACodeInstead };

interface CodeFormProps {
  email: string;
  ticket: string;
  onDone: () => void;
}

/** A new password by a code that was texted. It looks the same for an email without an account. */
function CodeForm({ email, ticket, onDone }: CodeFormProps) {
  async function submit({ code, password }: { code: string; password: string }) {
    await call('POST', '/api/recovery/password/code', { ticket, code, password });
    onDone();
  }

  return (
    <EntryPage key="code" isNextStep heading={t.checkYourPhone} note={t.checkYourPhoneNote}>
      <Form<'code' | 'password'> button={t.setMyNewPassword} submit={submit}>
        <HiddenUsername email={email} />
        <CodeField />
        <PasswordField label={t.newPassword} autoComplete="new-password" />
      </Form>
      <LoginLink />
    </EntryPage>
  );
}

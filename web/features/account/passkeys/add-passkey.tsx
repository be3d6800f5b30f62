import { call } from '#web/calls/http.ts';
import { HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { browserName } from '../browser-name.ts';

interface AddPasskeyProps {
  path: string;
  email: string;
  onAdded: () => Promise<void>;
}

/** A new way in needs the password, so that somebody at an open browser cannot add their own. */
export function AddPasskey({ path, email, onAdded }: AddPasskeyProps) {
  async function submit({ password, name }: { password: string; name: string }, form: HTMLFormElement) {
    const options = await call<PublicKeyCredentialCreationOptionsJSON>('POST', `${path}/options`, { password });
    const credential = await makePasskey(options);
    await call('POST', path, { name: name.trim() || defaultName(), credential });
    await onAdded();
    form.reset();
    return 'Your passkey is added. You can log in with it now.';
  }

  return (
    <details>
      <summary className={`${buttonClass('quiet')} list-none`}>Add a passkey</summary>
      <div className="mt-5">
        <Form<'password' | 'name'> button="Continue" submit={submit}>
          <HiddenUsername email={email} />
          <Field label="A name for it" name="name" defaultValue={defaultName()} maxLength={60} autoComplete="off" />
          <PasswordField label="Your password, to add a passkey" autoComplete="current-password" />
        </Form>
      </div>
    </details>
  );
}

function defaultName(): string {
  return browserName(navigator.userAgent);
}

/** @throws {Error} with words for the person */
async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return credential.toJSON();
  } catch (cause) {
    const isKnown = cause instanceof DOMException && cause.name === 'InvalidStateError';
    throw new Error(isKnown ? 'This device has a passkey for you already.' : 'No passkey was made. Please try again.', {
      cause,
    });
  }
}

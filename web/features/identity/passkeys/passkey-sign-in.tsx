import { useEffect, useRef } from 'react';
import * as t from '#language';
import { CallError, call } from '#web/calls/http.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { openSession } from '../session/sign-in.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';

interface PasskeySignInProps {
  /** Runs together with the session's listeners. */
  navigateOn?: (() => void) | undefined;
}

export function PasskeySignIn({ navigateOn }: PasskeySignInProps) {
  const offer = useRef<AbortController>(null);
  const accepted = useRef<Promise<void>>(null);
  const goOn = useRef(navigateOn);
  goOn.current = navigateOn;

  useEffect(() => {
    const offering = new AbortController();
    offer.current = offering;
    void offerInField(offering.signal, (credential) => {
      accepted.current = signInWith(credential, () => goOn.current?.());
      return accepted.current;
    }).finally(() => {
      accepted.current = null;
    });
    return () => offering.abort();
  }, []);

  if (!canUsePasskeys()) return null;

  async function choose() {
    // A second sign-in would end the session of the first one.
    if (accepted.current) return accepted.current;
    // A browser runs one at a time.
    offer.current?.abort();
    const credential = await askDevice({});
    if (credential) await signInWith(credential, () => navigateOn?.());
  }

  return (
    <ActionButton variant="quiet" className="mt-4 w-full" action={choose}>
      {t.useAPasskey}
    </ActionButton>
  );
}

/** Suggests passkeys in the field with `autocomplete="… webauthn"`, where the browser can. Fails silently: nobody asked for it. */
async function offerInField(
  signal: AbortSignal,
  onAccept: (credential: PublicKeyCredential) => Promise<void>,
): Promise<void> {
  try {
    if (!canUsePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const credential = await askDevice({ mediation: 'conditional', signal });
    if (credential && !signal.aborted) await onAccept(credential);
  } catch (error) {
    console.info('No passkey was used.', error);
  }
}

/** @returns null when the person closed the device's question */
async function askDevice(how: CredentialRequestOptions): Promise<PublicKeyCredential | null> {
  const options = await call<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    '/api/identity/passkey/generate-authenticate-options',
  );
  if (how.signal?.aborted) return null;
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ ...how, publicKey })) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}

async function signInWith(credential: PublicKeyCredential, navigateOn: () => void): Promise<void> {
  try {
    const response: unknown = credential.toJSON();
    await call('POST', '/api/identity/passkey/verify-authentication', { response });
  } catch (error) {
    const isUnknown = error instanceof CallError && (error.status === 400 || error.status === 401);
    throw isUnknown ? new Error(t.passkeyIsNotKnown, { cause: error }) : error;
  }
  await openSession(navigateOn);
}

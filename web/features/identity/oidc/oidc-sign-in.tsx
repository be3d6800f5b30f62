import { OIDC_REFUSALS } from '#contract/account/openid-connect.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { useInstallation } from '#web/calls/use-installation.ts';
import { pendingInvite } from '#web/features/invites/index.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';

const WORDS = new Map<string, string>(Object.entries(OIDC_REFUSALS));

/** Log-in with the provider of the operator, where there is one. Its page sends the browser back to /login. */
export function OidcSignIn() {
  const name = useInstallation()?.signInWith;
  if (!name) return null;
  const refusal = new URLSearchParams(window.location.search).get('error');
  return (
    <>
      <ActionButton variant="quiet" className="mt-4 w-full" action={goToProvider}>
        {t.continueWith({ name })}
      </ActionButton>
      <FormError className="mt-4">{refusal !== null && (WORDS.get(refusal) ?? OIDC_REFUSALS.failed)}</FormError>
    </>
  );
}

async function goToProvider(): Promise<void> {
  const { url } = await call<{ url: string }>('POST', '/api/identity/oidc/start', { inviteCode: pendingInvite.read() });
  window.location.assign(url);
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#contract/account/passkeys.ts';
import { canUsePasskeys } from '#web/features/identity/index.ts';
import { call } from '#web/http.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyRow } from './passkey-row.tsx';

/** A person's passkeys: the list, with names to change and buttons to remove, and a form to add one. */
export function Passkeys({ uid, email }: { uid: string; email: string }) {
  const queries = useQueryClient();
  const queryKey = ['passkeys', uid];
  const path = `/api/users/${uid}/passkeys`;
  const [failure, setFailure] = useState<string | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const { data: passkeys, error } = useQuery({
    queryKey,
    queryFn: () => call<Passkey[]>('GET', path),
    staleTime: 0,
  });

  async function change(method: 'PATCH' | 'DELETE', passkey: Passkey, body?: { name: string }) {
    setFailure(null);
    try {
      await call(method, `${path}/${passkey.id}`, body);
      await queries.invalidateQueries({ queryKey });
      setRemoved(method === 'DELETE' ? passkey : null);
    } catch (thrown) {
      setFailure((thrown as Error).message);
    }
  }

  if (!passkeys) return error ? <FormError>{error.message}</FormError> : <Skeleton className="h-16" />;
  return (
    <>
      {passkeys.length > 0 && (
        <ul aria-label="Your passkeys" className="mb-4 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={(name) => change('PATCH', passkey, { name })}
              onRemove={() => change('DELETE', passkey)}
            />
          ))}
        </ul>
      )}
      {/* The row's button is gone, and had the focus. */}
      {removed && (
        <p key={removed.id} ref={focusNextStep} tabIndex={-1} className="wrap-anywhere mb-4 text-ink-soft">
          “{removed.name}” is removed.
        </p>
      )}
      <FormError>{failure}</FormError>
      {canUsePasskeys() ? (
        <AddPasskey path={path} email={email} onAdded={(list) => queries.setQueryData(queryKey, list)} />
      ) : (
        <p className="text-ink-soft">This browser cannot make a passkey here.</p>
      )}
    </>
  );
}

import { useId, useRef, useState } from 'react';
import type { Passkey } from '#contract/account/passkeys.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { canUsePasskeys } from '#web/features/identity/index.ts';
import { call } from '#web/http.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useOwnList } from '../use-own-list.ts';
import { AddPasskey } from './add-passkey.tsx';

export function Passkeys({ uid, email }: { uid: string; email: string }) {
  const path = `/api/users/${uid}/passkeys`;
  const { items: passkeys, error, gone, remove, change, refetch } = useOwnList<Passkey>(path);

  const rename = ({ id }: Passkey, name: string) =>
    change(async () => {
      await call('PATCH', `${path}/${id}`, { name });
      await refetch();
    });

  if (!passkeys) return error ? <FormError>{error}</FormError> : <Skeleton className="h-16" />;
  return (
    <>
      {passkeys.length > 0 && (
        <ul aria-label="Your passkeys" className="mb-4 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={(name) => rename(passkey, name)}
              onRemove={() => remove(passkey, passkey.id)}
            />
          ))}
        </ul>
      )}
      {/* The row's button is gone, and had the focus. */}
      {gone && (
        <p key={gone.id} ref={focusNextStep} tabIndex={-1} className="wrap-anywhere mb-4 text-ink-soft">
          “{gone.name}” is removed.
        </p>
      )}
      <FormError>{error}</FormError>
      {canUsePasskeys() ? (
        <AddPasskey path={path} email={email} onAdded={refetch} />
      ) : (
        <p className="text-ink-soft">This browser cannot make a passkey here.</p>
      )}
    </>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: (name: string) => Promise<void>;
  onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const nameId = useId();
  const [isNaming, setNaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const day = (at: number) => calendarDate(new Date(at), new Date());
  const used = passkey.lastUsedAt === null ? 'not used yet' : `last used ${day(passkey.lastUsedAt)}`;

  async function rename({ name }: { name: string }) {
    if (name.trim() && name.trim() !== passkey.name) await onRename(name);
    setNaming(false);
    // The form goes, and with it the focus.
    renameButton.current?.focus();
  }

  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p id={nameId} className="wrap-anywhere font-medium">
            {passkey.name}
          </p>
          <p className="text-ink-soft">
            Added {day(passkey.createdAt)}, {used}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            ref={renameButton}
            variant="quiet"
            aria-describedby={nameId}
            aria-expanded={isNaming}
            onClick={() => setNaming(!isNaming)}
          >
            Rename
          </Button>
          <Button variant="quiet" aria-describedby={nameId} onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
      {isNaming && (
        <div className="mt-3">
          <Form<'name'> button="Save name" variant="quiet" submit={rename}>
            <Field label="New name" name="name" defaultValue={passkey.name} maxLength={60} autoComplete="off" />
          </Form>
        </div>
      )}
    </li>
  );
}

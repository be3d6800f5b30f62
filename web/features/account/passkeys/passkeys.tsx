import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Passkey } from '#contract/account/passkeys.ts';
import { call } from '#web/calls/http.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { canUsePasskeys } from '#web/features/identity/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { resourceKey } from '#web/use-resource.ts';
import { OwnList, OwnRow } from '../own-list.tsx';
import { AddPasskey } from './add-passkey.tsx';

export function Passkeys({ uid, email }: { uid: string; email: string }) {
  const queries = useQueryClient();
  const path = `/api/users/${uid}/passkeys`;
  const refetch = () => queries.invalidateQueries({ queryKey: resourceKey(path) });

  async function rename({ id }: Passkey, name: string) {
    await call('PATCH', `${path}/${id}`, { name });
    await refetch();
  }

  return (
    <>
      <OwnList<Passkey>
        path={path}
        label="Your passkeys"
        idOf={({ id }) => id}
        goneWords={({ name }) => `“${name}” is removed.`}
      >
        {(passkey, remove) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRename={(name) => rename(passkey, name)} onRemove={remove} />
        )}
      </OwnList>
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
    <OwnRow
      name={passkey.name}
      note={`Added ${day(passkey.createdAt)}, ${used}`}
      buttons={(nameId) => (
        <>
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
        </>
      )}
    >
      {isNaming && (
        <div className="mt-3">
          <Form<'name'> button="Save name" variant="quiet" submit={rename}>
            <Field label="New name" name="name" defaultValue={passkey.name} maxLength={60} autoComplete="off" />
          </Form>
        </div>
      )}
    </OwnRow>
  );
}

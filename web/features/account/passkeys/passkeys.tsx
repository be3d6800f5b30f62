import type { Passkey } from '#contract/account/passkeys.ts';
import { call } from '#web/calls/http.ts';
import { resourceKey } from '#web/calls/use-resource.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { canUsePasskeys } from '#web/features/identity/index.ts';
import { queries } from '#web/query-cache.ts';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { closeDetails } from '#web/ui/forms/close-details.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { OwnList, OwnRow } from '../own-list.tsx';
import { AddPasskey } from './add-passkey.tsx';

export function Passkeys({ uid, email }: { uid: string; email: string }) {
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
  const day = (at: number) => calendarDate(new Date(at), new Date());
  const used = passkey.lastUsedAt === null ? 'not used yet' : `last used ${day(passkey.lastUsedAt)}`;

  async function rename({ name }: { name: string }, form: HTMLFormElement) {
    if (name.trim() && name.trim() !== passkey.name) await onRename(name);
    closeDetails(form);
  }

  return (
    <OwnRow
      name={passkey.name}
      note={`Added ${day(passkey.createdAt)}, ${used}`}
      buttons={(nameId) => (
        <Button variant="quiet" aria-describedby={nameId} onClick={onRemove}>
          Remove
        </Button>
      )}
    >
      <details className="mt-2">
        <summary className={`${buttonClass('quiet')} mb-3 list-none`}>Rename</summary>
        <Form<'name'> button="Save name" variant="quiet" submit={rename}>
          <Field label="New name" name="name" defaultValue={passkey.name} maxLength={60} autoComplete="off" />
        </Form>
      </details>
    </OwnRow>
  );
}

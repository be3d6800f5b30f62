import type { Passkey } from '#contract/account/passkeys.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { resourceKey } from '#web/calls/use-resource.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { canUsePasskeys, HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
import { queries } from '#web/query-cache.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { closeDetails } from '#web/ui/forms/close-details.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { browserName } from '../browser-name.ts';
import { OwnList, OwnRow } from '../own-list.tsx';

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
        label={t.yourPasskeys}
        idOf={({ id }) => id}
        goneWords={({ name }) => t.isRemoved({ name })}
      >
        {(passkey, remove) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRename={(name) => rename(passkey, name)} onRemove={remove} />
        )}
      </OwnList>
      {canUsePasskeys() ? (
        <AddPasskey path={path} email={email} onAdded={refetch} />
      ) : (
        <p className="text-ink-soft">{t.cannotMakeAPasskey}</p>
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
  const added = day(passkey.createdAt);
  const { lastUsedAt } = passkey;

  async function rename({ name }: { name: string }, form: HTMLFormElement) {
    if (name.trim() && name.trim() !== passkey.name) await onRename(name);
    closeDetails(form);
  }

  return (
    <OwnRow
      name={passkey.name}
      note={lastUsedAt === null ? t.addedNotUsed({ added }) : t.addedAndUsed({ added, used: day(lastUsedAt) })}
      button={t.remove}
      onClick={onRemove}
    >
      <details className="mt-2">
        <summary className={`${buttonClass('quiet')} mb-3 list-none`}>{t.rename}</summary>
        <Form<'name'> button={t.saveName} variant="quiet" submit={rename}>
          <Field label={t.newName} name="name" defaultValue={passkey.name} maxLength={60} autoComplete="off" />
        </Form>
      </details>
    </OwnRow>
  );
}

interface AddPasskeyProps {
  path: string;
  email: string;
  onAdded: () => Promise<void>;
}

/** A new way in needs the password, so that somebody at an open browser cannot add their own. */
function AddPasskey({ path, email, onAdded }: AddPasskeyProps) {
  async function submit({ password, name }: { password: string; name: string }, form: HTMLFormElement) {
    const options = await call<PublicKeyCredentialCreationOptionsJSON>('POST', `${path}/options`, { password });
    const credential = await makePasskey(options);
    await call('POST', path, { name: name.trim() || defaultName(), credential });
    await onAdded();
    form.reset();
    return t.passkeyIsAdded;
  }

  return (
    <details>
      <summary className={`${buttonClass('quiet')} list-none`}>{t.addAPasskey}</summary>
      <div className="mt-5">
        <Form<'password' | 'name'> button={t.continueButton} submit={submit}>
          <HiddenUsername email={email} />
          <Field label={t.aNameForIt} name="name" defaultValue={defaultName()} maxLength={60} autoComplete="off" />
          <PasswordField label={t.passwordToAddAPasskey} autoComplete="current-password" />
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
    throw new Error(isKnown ? t.deviceHasAPasskey : t.noPasskeyWasMade, {
      cause,
    });
  }
}

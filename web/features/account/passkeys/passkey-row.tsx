import { useId, useRef, useState } from 'react';
import type { Passkey } from '#contract/account/passkeys.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: (name: string) => Promise<void>;
  onRemove: () => void;
}

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
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

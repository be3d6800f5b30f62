import { type ChangeEvent, useRef, useState } from 'react';
import * as t from '#language';
import { type AppUser, shownInitials } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { PROFILE_PHOTO, prepareFile } from '#web/features/chat/index.ts';
import { checkSession } from '#web/features/identity/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { SavedMessage } from '#web/ui/forms/saved-message.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

export function ProfilePhoto({ user }: { user: AppUser }) {
  const files = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [done, setDone] = useState<string | null>(null);
  const { error, isPending, submit } = useSubmit();
  const path = `/api/users/${user.uid}/photo`;

  const change = (work: () => Promise<void>, words: string) =>
    submit(async () => {
      setDone(null);
      await work();
      await checkSession();
      setDone(words);
    });

  function onFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // The same file can be chosen again.
    currentTarget.value = '';
    if (!file) return;
    void change(async () => {
      const { bytes } = await prepareFile(file, PROFILE_PHOTO);
      await call('PUT', path, new Blob([bytes], { type: 'image/jpeg' }));
    }, t.saved);
  }

  const remove = () =>
    change(async () => {
      await call('DELETE', path);
      // The button goes, and has the focus.
      chooseButton.current?.focus();
    }, t.removed);

  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Avatar initials={shownInitials(user)} photo={user.photo} />
        <Button ref={chooseButton} variant="quiet" aria-disabled={isPending} onClick={() => files.current?.click()}>
          {user.photo ? t.changePhoto : t.choosePhoto}
        </Button>
        {user.photo && (
          <Button variant="quiet" aria-disabled={isPending} onClick={remove}>
            {t.removeYourPhoto}
          </Button>
        )}
      </div>
      <input ref={files} type="file" accept="image/*" hidden onChange={onFile} />
      <SavedMessage text={done} />
      <FormError>{error}</FormError>
    </>
  );
}

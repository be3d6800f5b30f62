import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isBlank } from '#contract/is-blank.ts';
import type { AppUser } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { checkSession } from '#web/features/identity/index.ts';
import { canText } from '#web/features/texts/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { resourceKey } from '#web/use-resource.ts';

type Profile = Record<'firstname' | 'lastname' | 'phonenumber', string>;

/** Unlike the sign-up (spec §5) it requires a name, and asks about a number that texts cannot reach. */
export function ProfileForm({ user }: { user: AppUser }) {
  const queries = useQueryClient();
  const [unreachable, setUnreachable] = useState<HTMLFormElement | null>(null);

  async function submit(profile: Profile, form: HTMLFormElement) {
    setUnreachable(null);
    if (isBlank(profile.firstname + profile.lastname)) {
      form.querySelector('input')!.focus();
      throw new Error('Friends see your name in their list.');
    }
    if (profile.phonenumber !== user.phonenumber && !(await canText(profile.phonenumber))) {
      setUnreachable(form);
      return undefined;
    }
    await call('POST', '/api/identity/update-user', profile);
    await checkSession();
    // The settings and the ways back say whether texts go to the new number.
    void queries.invalidateQueries({ queryKey: resourceKey(`/api/users/${user.uid}`) });
    return 'Saved.';
  }

  return (
    <Form<keyof Profile> button="Save" submit={submit}>
      <div className="grid gap-5 md:grid-cols-2 md:gap-4">
        <Field label="First name" name="firstname" autoComplete="given-name" defaultValue={user.firstname} />
        <Field label="Last name" name="lastname" autoComplete="family-name" defaultValue={user.lastname} />
      </div>
      <Field
        label="Phone number"
        name="phonenumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        defaultValue={user.phonenumber}
        onChange={() => setUnreachable(null)}
      />
      {unreachable && <UnreachableNumber form={unreachable} />}
    </Form>
  );
}

function UnreachableNumber({ form }: { form: HTMLFormElement }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  function saveWithout() {
    const field = form.elements.namedItem('phonenumber') as HTMLInputElement;
    field.value = '';
    // The button goes with its question, and must not take the keyboard's focus with it.
    field.focus();
    form.requestSubmit();
  }

  return (
    <div role="alert" className="rounded-2xl bg-accent-soft p-4">
      <p className="mb-3 font-medium">We can’t text this number. Save without one?</p>
      <Button ref={button} type="button" variant="quiet" onClick={saveWithout}>
        Save without one
      </Button>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isBlank } from '#contract/is-blank.ts';
import type { AppUser } from '#web/app-context.tsx';
import { updateProfile } from '#web/features/identity/index.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { SavedMessage } from './saved-message.tsx';

/** A person's names and phone number. Unlike the sign-up, which has no field rules (spec §5), it requires a name. */
export function ProfileForm({ user }: { user: AppUser }) {
  const queries = useQueryClient();
  const [saved, setSaved] = useState<string | null>(null);

  async function submit(profile: { firstname: string; lastname: string; phonenumber: string }, form: HTMLFormElement) {
    setSaved(null);
    if (isBlank(profile.firstname + profile.lastname)) {
      form.querySelector('input')!.focus();
      throw new Error('Friends see your name in their list.');
    }
    await updateProfile(profile);
    setSaved('Saved.');
    // The settings say whether texts go to the new number.
    void queries.invalidateQueries({ queryKey: ['settings', user.uid] });
  }

  return (
    <>
      <Form<'firstname' | 'lastname' | 'phonenumber'> button="Save" submit={submit}>
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
        />
      </Form>
      <SavedMessage text={saved} />
    </>
  );
}

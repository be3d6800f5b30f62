import { isBlank } from '#contract/is-blank.ts';
import type { AppUser } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { resourceKey } from '#web/calls/use-resource.ts';
import { checkSession, PhoneField } from '#web/features/identity/index.ts';
import { queries } from '#web/query-cache.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { useSettings } from './use-settings.ts';

type Profile = Record<'firstname' | 'lastname' | 'phonenumber', string>;

/** Unlike the sign-up (spec §5) it requires a name. */
export function ProfileForm({ user }: { user: AppUser }) {
  const { data: settings } = useSettings(user.uid);

  async function submit(profile: Profile, form: HTMLFormElement) {
    if (isBlank(profile.firstname + profile.lastname)) {
      form.querySelector('input')!.focus();
      throw new Error('Please give a name. Friends see it in their list.');
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
      <PhoneField phonenumber={user.phonenumber} isRefused={settings?.phoneRefused} />
    </Form>
  );
}

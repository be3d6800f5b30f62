import { isBlank } from '#contract/is-blank.ts';
import * as t from '#language';
import type { AppUser } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { resourceKey } from '#web/calls/use-resource.ts';
import { checkSession, PhoneField } from '#web/features/identity/index.ts';
import { queries } from '#web/query-cache.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { useSettings } from './use-settings.ts';

type Profile = Record<'firstname' | 'lastname' | 'phonenumber' | 'password', string>;

/** Unlike the sign-up (spec §5) it requires a name. */
export function ProfileForm({ user }: { user: AppUser }) {
  const { data: settings } = useSettings(user.uid);

  async function submit({ phonenumber, ...profile }: Profile, form: HTMLFormElement) {
    if (isBlank(profile.firstname + profile.lastname)) {
      form.querySelector('input')!.focus();
      throw new Error(t.pleaseGiveAName);
    }
    // A number that was not edited stays out: it would need the password if another device has changed it.
    const changed = phonenumber === user.phonenumber ? profile : { ...profile, phonenumber };
    await call('POST', '/api/identity/update-user', changed);
    await checkSession();
    // The settings and the ways back say whether texts go to the new number.
    void queries.invalidateQueries({ queryKey: resourceKey(`/api/users/${user.uid}`) });
    return t.saved;
  }

  return (
    <Form<keyof Profile> button={t.save} submit={submit}>
      <div className="grid gap-5 md:grid-cols-2 md:gap-4">
        <Field label={t.firstName} name="firstname" autoComplete="given-name" defaultValue={user.firstname} />
        <Field label={t.lastName} name="lastname" autoComplete="family-name" defaultValue={user.lastname} />
      </div>
      <PhoneField phonenumber={user.phonenumber} isRefused={settings?.phoneRefused} />
    </Form>
  );
}

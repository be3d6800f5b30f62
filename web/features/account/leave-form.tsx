import type { AppUser } from '#web/app-context.tsx';
import { type GoneAccount, HiddenUsername, PasswordField } from '#web/features/identity/index.ts';
import { navigate } from '#web/router.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { leave } from './leave.ts';

/** Deletes the account. A first button opens the form, which says what is deleted and asks for the password. */
export function LeaveForm({ user }: { user: AppUser }) {
  return (
    <details>
      <summary className={`${buttonClass('danger')} list-none`}>Delete my account</summary>
      <p className="mt-5 mb-5">
        This cannot be undone. You vanish from your friends’ circles, and your conversations go for them as well as for
        you.
      </p>
      <Form<'password'>
        button="Delete everything"
        variant="danger"
        submit={({ password }) =>
          leave(user.uid, password, () => navigate('/login', { state: { isGone: true } satisfies GoneAccount }))
        }
      >
        <HiddenUsername email={user.email} />
        <PasswordField label="Your password, to delete your account" autoComplete="current-password" />
      </Form>
    </details>
  );
}

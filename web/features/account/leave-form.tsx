import type { AppUser } from '#web/app-context.tsx';
import { changeSession } from '#web/calls/change-session.ts';
import { call } from '#web/calls/http.ts';
import { type GoneAccount, HiddenUsername, PasswordField, setSessionUser } from '#web/features/identity/index.ts';
import { forget } from '#web/storage.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { navigate } from '#web/ui/router.tsx';

export function LeaveForm({ user }: { user: AppUser }) {
  return (
    <details>
      <summary className={`${buttonClass('danger')} list-none`}>Delete my account</summary>
      <p className="mt-5 mb-5">
        This cannot be undone. You leave your friends’ circles. Your chats are deleted for your friends, too.
      </p>
      <Form<'password'>
        button="Delete everything"
        variant="danger"
        submit={({ password }) => leave(user.uid, password)}
      >
        <HiddenUsername email={user.email} />
        <PasswordField label="Your password, to delete your account" autoComplete="current-password" />
      </Form>
    </details>
  );
}

/** Deletes a person's account, and their data in this browser. Throws `CallError`, also for a wrong password. */
async function leave(uid: string, password: string): Promise<void> {
  await changeSession(async () => {
    await call('POST', `/api/users/${uid}/leave`, { password });
    // Removes the cookie; the session has ended in any case.
    await call('POST', '/api/identity/sign-out', {}).catch(() => {});
    forget((key) => key.includes(uid));
    setSessionUser(null);
    // Together with the session's listeners, so that the screen changes once and not twice.
    navigate('/login', { state: { isGone: true } satisfies GoneAccount });
  });
}

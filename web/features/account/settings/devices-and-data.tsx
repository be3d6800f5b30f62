import type { Device } from '#contract/account.ts';
import * as t from '#language';
import type { AppUser } from '#web/app-context.tsx';
import { changeSession } from '#web/calls/change-session.ts';
import { call } from '#web/calls/http.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import {
  type GoneAccount,
  HiddenUsername,
  PasswordField,
  setSessionUser,
  signOut,
} from '#web/features/identity/index.ts';
import { forget } from '#web/storage.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Form } from '#web/ui/forms/form.tsx';
import { Link } from '#web/ui/link.tsx';
import { navigate } from '#web/ui/router.tsx';
import { browserName } from '../browser-name.ts';
import { OwnList, OwnRow } from '../own-list.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { Section } from '../section.tsx';

export function DevicesAndData({ user }: { user: AppUser }) {
  return (
    <>
      <Section title={t.yourDevices} note={t.whereYouAreLoggedIn}>
        <Devices uid={user.uid} />
      </Section>
      <Section title={t.passkeys} note={t.passkeysNote}>
        <Passkeys uid={user.uid} email={user.email} />
      </Section>
      <Section title={t.yourData} note={t.yourDataNote}>
        <div className="flex flex-wrap gap-3">
          <a href={`/api/users/${user.uid}/export`} download className={buttonClass('quiet')}>
            {t.downloadMyData}
          </a>
          <Link to="/history" className={buttonClass('quiet')}>
            {t.yourMoods}
          </Link>
        </div>
      </Section>
      <Section title={t.leaveTitle} note={t.leaveNote}>
        <LeaveForm user={user} />
      </Section>
    </>
  );
}

const day = (at: number) => calendarDate(new Date(at), new Date());

function Devices({ uid }: { uid: string }) {
  const path = `/api/users/${uid}/devices`;

  const endAll = () =>
    changeSession(async () => {
      await call('DELETE', path);
      // Removes the cookie.
      await signOut();
    });

  return (
    <>
      <OwnList<Device>
        path={path}
        label={t.yourDevices}
        idOf={({ id }) => id}
        goneWords={({ browser }) => t.isLoggedOut({ browser: browserName(browser) })}
      >
        {({ id, browser, isThis, seenAt, signedInAt }, remove) => (
          <OwnRow
            key={id}
            name={browserName(browser)}
            note={
              isThis
                ? t.thisDeviceLoggedIn({ loggedIn: day(signedInAt) })
                : t.usedAndLoggedIn({ used: day(seenAt), loggedIn: day(signedInAt) })
            }
            button={isThis ? null : t.logOut}
            onClick={remove}
          />
        )}
      </OwnList>
      <ActionButton variant="quiet" className="px-[min(1rem,4vw)]!" action={endAll}>
        {t.logOutEverywhere}
      </ActionButton>
      <p className="mt-2 text-ink-soft">{t.ringingTurnsOff}</p>
    </>
  );
}

function LeaveForm({ user }: { user: AppUser }) {
  return (
    <details>
      <summary className={`${buttonClass('danger')} list-none`}>{t.deleteMyAccount}</summary>
      <p className="mt-5 mb-5">{t.deletingCannotBeUndone}</p>
      <Form<'password'>
        button={t.deleteEverything}
        variant="danger"
        submit={({ password }) => leave(user.uid, password)}
      >
        <HiddenUsername email={user.email} />
        <PasswordField label={t.passwordToDeleteAccount} autoComplete="current-password" />
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

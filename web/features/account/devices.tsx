import type { Device } from '#contract/account.ts';
import { changeSession } from '#web/calls/change-session.ts';
import { call } from '#web/calls/http.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { signOut } from '#web/features/identity/index.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { browserName } from './browser-name.ts';
import { OwnList, OwnRow } from './own-list.tsx';

const day = (at: number) => calendarDate(new Date(at), new Date());

export function Devices({ uid }: { uid: string }) {
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
        label="Your devices"
        idOf={({ id }) => id}
        goneWords={({ browser }) => `${browserName(browser)} is logged out.`}
      >
        {({ id, browser, isThis, seenAt, signedInAt }, remove) => (
          <OwnRow
            key={id}
            name={browserName(browser)}
            note={`${isThis ? 'This device' : `Used ${day(seenAt)}`} · logged in ${day(signedInAt)}`}
            buttons={(nameId) =>
              !isThis && (
                <Button variant="quiet" aria-describedby={nameId} onClick={remove}>
                  Log out
                </Button>
              )
            }
          />
        )}
      </OwnList>
      <ActionButton variant="quiet" className="px-[min(1rem,4vw)]!" action={endAll}>
        Log out everywhere
      </ActionButton>
    </>
  );
}

import { useId } from 'react';
import type { Device } from '#contract/account.ts';
import { changeSession } from '#web/change-session.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { signOut } from '#web/features/identity/index.ts';
import { call } from '#web/http.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { browserName } from './browser-name.ts';
import { useOwnList } from './use-own-list.ts';

export function Devices({ uid }: { uid: string }) {
  const path = `/api/users/${uid}/devices`;
  const { items: devices, error, gone, remove, change } = useOwnList<Device>(path);

  const endAll = () =>
    change(() =>
      changeSession(async () => {
        await call('DELETE', path);
        // Removes the cookie.
        await signOut();
      }),
    );

  return (
    <>
      {devices ? (
        <ul aria-label="Your devices" className="divide-y divide-line">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onEnd={() => remove(device, device.id)} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-16" />
      )}
      {gone && (
        <p key={gone.id} ref={focusNextStep} tabIndex={-1} className="mt-2 text-ink-soft">
          {browserName(gone.browser)} is signed out.
        </p>
      )}
      <Button variant="quiet" className="mt-4 px-[min(1rem,4vw)]!" onClick={endAll}>
        Sign out everywhere
      </Button>
      <FormError>{error}</FormError>
    </>
  );
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const nameId = useId();
  const day = (at: number) => calendarDate(new Date(at), new Date());
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p id={nameId} className="font-medium">
          {browserName(device.browser)}
        </p>
        <p className="text-ink-soft">
          {device.isThis ? 'This device' : `Used ${day(device.seenAt)}`} · logged in {day(device.signedInAt)}
        </p>
      </div>
      {!device.isThis && (
        <Button variant="quiet" aria-describedby={nameId} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}

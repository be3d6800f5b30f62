import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device } from '#contract/account.ts';
import { changeSession } from '#web/change-session.ts';
import { signOut } from '#web/features/identity/index.ts';
import { call } from '#web/http.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { browserName } from './browser-name.ts';
import { DeviceRow } from './device-row.tsx';

/** The devices where a person is signed in, with buttons that sign out one or all of them. */
export function Devices({ uid }: { uid: string }) {
  const queries = useQueryClient();
  const queryKey = ['devices', uid];
  const path = `/api/users/${uid}/devices`;
  const [failure, setFailure] = useState<string | null>(null);
  const [ended, setEnded] = useState<Device | null>(null);
  const { data: devices, error } = useQuery({
    queryKey,
    queryFn: () => call<Device[]>('GET', path),
    staleTime: 0,
  });

  async function run(end: () => Promise<void>) {
    setFailure(null);
    await end().catch((thrown: Error) => setFailure(thrown.message));
  }

  const endOne = (device: Device) =>
    run(async () => {
      await call('DELETE', `${path}/${device.id}`);
      await queries.invalidateQueries({ queryKey });
      setEnded(device);
    });

  const endAll = () =>
    run(() =>
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
            <DeviceRow key={device.id} device={device} onEnd={() => endOne(device)} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-16" />
      )}
      {/* The row's button is gone, and had the focus. */}
      {ended && (
        <p key={ended.id} ref={focusNextStep} tabIndex={-1} className="mt-2 text-ink-soft">
          {browserName(ended.browser)} is signed out.
        </p>
      )}
      <Button variant="quiet" className="mt-4 px-[min(1rem,4vw)]!" onClick={endAll}>
        Sign out everywhere
      </Button>
      <FormError>{failure ?? error?.message}</FormError>
    </>
  );
}

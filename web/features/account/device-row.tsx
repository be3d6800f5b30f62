import { useId } from 'react';
import type { Device } from '#contract/account.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { browserName } from './browser-name.ts';

/** A signed-in device: its browser, its dates, and a button that signs it out. This device uses the menu instead. */
export function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const nameId = useId();
  const day = (at: number) => calendarDate(new Date(at), new Date());
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p id={nameId} className="font-medium">
          {browserName(device.browser)}
        </p>
        <p className="text-ink-soft">
          {device.isThis ? 'This device' : `Last here ${day(device.seenAt)}`}, logged in {day(device.signedInAt)}
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

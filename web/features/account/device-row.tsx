import { useId } from 'react';
import type { Device } from '#contract/account.ts';
import { calendarDate } from '#web/dates/format-date.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { browserName } from './browser-name.ts';

/** A device that is signed in: which browser, since when, and the way to sign it out. This one has the menu's. */
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
          {device.isThis ? 'This device' : `Last here ${day(device.seenAt)}`}, signed in {day(device.signedInAt)}
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

import { useId } from 'react';
import type { Device } from '#contract/account.ts';
import { Button } from '#web/ui/button.tsx';
import { browserName } from './browser-name.ts';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A device that is signed in: which browser, since when, and the way to sign it out. This one has the menu's. */
export function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p id={nameId} className="font-medium">
          {browserName(device.browser)}
        </p>
        <p className="text-ink-soft">
          {device.isThis ? 'This device' : `Last here ${DAY.format(device.seenAt)}`}, signed in{' '}
          {DAY.format(device.signedInAt)}
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

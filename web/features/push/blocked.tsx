import { PRODUCT } from '#contract/product.ts';
import { isInstalled } from './subscription/support.ts';

/** The way back after the browser has blocked notifications: only the person can lift that. */
export function Blocked() {
  return (
    <p className="mt-2">
      This {isInstalled() ? 'device' : 'browser'} blocks notifications from {PRODUCT}.{' '}
      {isInstalled()
        ? `To allow them, open your device’s settings, then Notifications, then ${PRODUCT}.`
        : 'To allow them, tap the icon beside the address, then allow notifications.'}{' '}
      Then reload this page.
    </p>
  );
}

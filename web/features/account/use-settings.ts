import type { Recovery } from '#contract/account/recovery.ts';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import { call } from '#web/calls/http.ts';
import { useResource } from '#web/calls/use-resource.ts';

export function useSettings(uid: string) {
  const path = `/api/users/${uid}/settings`;
  return useResource<Settings, ChangeSettings>(path, { fetch: () => fetchSettings(path) });
}

/** A person's ways back into their account. A link may have been opened in another tab or on another device. */
export function useRecovery(uid: string) {
  return useResource<Recovery>(`/api/users/${uid}/recovery`);
}

/** Quiet hours go by the clock of the device that was opened last. */
async function fetchSettings(path: string): Promise<Settings> {
  const settings = await call<Settings>('GET', path);
  const { quietHours } = settings;
  if (!quietHours || quietHours.zone === ownZone()) return settings;
  return call<Settings>('PATCH', path, { quietHours: { ...quietHours, zone: ownZone() } });
}

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

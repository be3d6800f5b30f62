import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import { call } from '#web/http.ts';

/** A person's settings. A change shows at once; if the server refuses it, the old value returns with the error. */
export function useSettings(uid: string) {
  const queries = useQueryClient();
  const queryKey = ['settings', uid];
  const path = `/api/users/${uid}/settings`;
  const [failure, setFailure] = useState<string | null>(null);
  const { data: settings, error } = useQuery({ queryKey, queryFn: () => fetchSettings(path) });

  async function change(part: ChangeSettings) {
    setFailure(null);
    queries.setQueryData<Settings>(queryKey, (before) => before && { ...before, ...part });
    try {
      await call('PATCH', path, part);
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : String(thrown));
      await queries.invalidateQueries({ queryKey });
    }
  }

  return { settings, error: failure ?? error?.message, change };
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

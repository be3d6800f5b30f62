import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import { call } from '#web/http.ts';

/** A person's settings. A change shows at once; one that could not be stored is taken back, with the reason. */
export function useSettings(uid: string) {
  const queries = useQueryClient();
  const queryKey = ['settings', uid];
  const path = `/api/users/${uid}/settings`;
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data: settings, error } = useQuery({ queryKey, queryFn: () => call<Settings>('GET', path) });

  async function change(part: ChangeSettings) {
    setRefusal(null);
    queries.setQueryData<Settings>(queryKey, (before) => before && { ...before, ...part });
    try {
      await call('PATCH', path, part);
    } catch (thrown) {
      setRefusal(thrown instanceof Error ? thrown.message : String(thrown));
      await queries.invalidateQueries({ queryKey });
    }
  }

  return { settings, error: refusal ?? error?.message, change };
}

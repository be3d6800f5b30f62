import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeFriendControls, FriendControls } from '#contract/consent.ts';
import { useApp } from '#web/app-context.tsx';
import { connectionsKey } from '#web/features/circle/index.ts';
import { call } from '#web/http.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

/** What the signed-in person has set about a friend, as the server says it. */
export function useControls(friend: string) {
  const me = useApp().appUser?.uid ?? '';
  const queries = useQueryClient();
  const queryKey = ['controls', me, friend];
  const path = `/api/users/${me}/connections/${friend}/controls`;
  const { data: controls, error } = useQuery({
    queryKey,
    queryFn: () => call<FriendControls>('GET', path),
    staleTime: 0,
  });
  const changing = useSubmit();

  const change = (part: ChangeFriendControls) =>
    changing.submit(async () => {
      queries.setQueryData(queryKey, await call<FriendControls>('PATCH', path, part));
      // The lists say from whom the mood is hidden.
      if (part.hidesMood !== undefined) await queries.invalidateQueries({ queryKey: connectionsKey(me) });
    });

  return { controls, error: changing.error ?? error?.message, change };
}

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { AppContext, type AppUser } from '#web/app-context.tsx';
import { onSessionChange, readStoredUser, watchSession } from '#web/features/identity/index.ts';
import { useOwnMood } from '#web/features/moods/index.ts';

/**
 * The app-wide context (spec §3). Begins with the user of the last visit, so that the first paint waits for nothing;
 * the server's word about the session follows.
 */
export function AppProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [appUser, setAppUser] = useState<AppUser | null | undefined>(() => readStoredUser() ?? undefined);
  const [appCurrentReciever, setAppCurrentReciever] = useState<string | null>(null);
  const [appUserMood, setAppUserMood] = useOwnMood(appUser?.uid);

  useEffect(() => {
    let lastUid = readStoredUser()?.uid;
    const stopListening = onSessionChange((user) => {
      // What one person fetched is not the next one's to see.
      if (user !== null && lastUid !== undefined && lastUid !== user.uid) queries.clear();
      lastUid = user?.uid ?? lastUid;
      // As a transition, like the router's updates: signing in and going on to the next screen are one step.
      startTransition(() => setAppUser(user));
    });
    const stopWatching = watchSession();
    return () => {
      stopListening();
      stopWatching();
    };
  }, [queries]);

  useEffect(() => {
    // Not before the screens are gone that show it: they would fetch it again, without a session.
    if (appUser === null) queries.clear();
  }, [appUser, queries]);

  const state = useMemo(
    () => ({ appUser, appUserMood, setAppUserMood, appCurrentReciever, setAppCurrentReciever }),
    [appUser, appUserMood, setAppUserMood, appCurrentReciever],
  );
  return <AppContext value={state}>{children}</AppContext>;
}

import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { AppContext, type AppUser } from '#web/app-context.tsx';
import { followLanguage, onSessionChange, watchSession } from '#web/features/identity/index.ts';
import { useOwnMood } from '#web/features/moods/index.ts';
import { queries } from '#web/query-cache.ts';
import { readStoredUser } from '#web/stored-user.ts';

/** Starts with the stored user of the last visit (spec §3): the first paint does not wait for the session check. */
export function AppProvider({ children }: { children: ReactNode }) {
  const [appUser, setAppUser] = useState<AppUser | null | undefined>(() => readStoredUser() ?? undefined);
  const [appCurrentReciever, setAppCurrentReciever] = useState<string | null>(null);
  const [appUserMood, setAppUserMood, hasChosenMood] = useOwnMood(appUser?.uid);

  useEffect(() => {
    // A transition, like the router's updates, so that a sign-in and the navigation after it are one update.
    const stopListening = onSessionChange((user) => startTransition(() => setAppUser(user)));
    const stopWatching = watchSession();
    return () => {
      stopListening();
      stopWatching();
    };
  }, []);

  useEffect(() => {
    // In an effect: by now the screens are gone that would fetch the data again, without a session.
    if (appUser === null) queries.clear();
    if (appUser) followLanguage(appUser);
  }, [appUser]);

  const state = useMemo(
    () => ({ appUser, appUserMood, hasChosenMood, setAppUserMood, appCurrentReciever, setAppCurrentReciever }),
    [appUser, appUserMood, hasChosenMood, setAppUserMood, appCurrentReciever],
  );
  return <AppContext value={state}>{children}</AppContext>;
}

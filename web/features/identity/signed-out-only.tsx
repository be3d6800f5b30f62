import { type ReactNode, useEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { screenAfterLogin } from '#web/features/invites/index.ts';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';
import { navigate } from '#web/ui/router.tsx';

/** Shows its children to a signed-out person only. Replaces the address for everybody else: with /mood, or the invitation. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { appUser } = useApp();
  useEffect(() => {
    if (appUser) navigate(screenAfterLogin(), { replace: true });
  }, [appUser]);
  // Until the session is known the form would flash for signed-in people.
  return appUser === null ? children : <PageSkeleton />;
}

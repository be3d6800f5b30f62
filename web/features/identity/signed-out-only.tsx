import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';

/** Shows its children to a signed-out person only. Replaces the address with /mood for everybody else. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { appUser } = useApp();
  const navigate = useNavigate();
  useEffect(() => {
    if (appUser) navigate('/mood', { replace: true });
  }, [appUser, navigate]);
  // Until the session is known the form would flash for signed-in people.
  return appUser === null ? children : <PageSkeleton />;
}

import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';

/** Its children for somebody who is not signed in. Leads everybody else on to /mood, without a way back to here. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { appUser } = useApp();
  const navigate = useNavigate();
  useEffect(() => {
    if (appUser) navigate('/mood', { replace: true });
  }, [appUser, navigate]);
  // Nothing of a form before it is known that nobody is signed in: it would flash.
  return appUser === null ? children : <PageSkeleton />;
}

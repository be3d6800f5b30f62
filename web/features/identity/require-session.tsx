import { Fragment, lazy, type ReactNode } from 'react';
import { useApp } from '#web/app-context.tsx';
import { loadChunk } from '#web/load-chunk.ts';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';

// Somebody signed in never loads it.
const LoginScreen = lazy(() => loadChunk(() => import('./login-screen.tsx')));

interface RequireSessionProps {
  /** What somebody else sees: by default the login form in the page's place, after which /mood follows (spec §6). */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Its children for somebody signed in. */
export function RequireSession({ otherwise = <LoginScreen />, children }: RequireSessionProps) {
  const { appUser } = useApp();
  if (appUser === undefined) return <PageSkeleton />;
  if (appUser === null) return otherwise;
  // Another person's screens begin afresh: nothing that was typed or open is handed on.
  return <Fragment key={appUser.uid}>{children}</Fragment>;
}

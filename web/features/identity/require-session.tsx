import { Fragment, lazy, type ReactNode } from 'react';
import { useApp } from '#web/app-context.tsx';
import { loadChunk } from '#web/load-chunk.ts';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';

// A chunk of its own: signed-in people never load it.
const LoginScreen = lazy(() => loadChunk(() => import('./login-screen.tsx')));

interface RequireSessionProps {
  /** Shown to a signed-out person: by default the login form, after which /mood follows (spec §6). */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Shows its children to a signed-in person only. */
export function RequireSession({ fallback = <LoginScreen />, children }: RequireSessionProps) {
  const { appUser } = useApp();
  if (appUser === undefined) return <PageSkeleton />;
  if (appUser === null) return fallback;
  // The key resets all screens when another person signs in, so that they see nothing of the earlier person's input.
  return <Fragment key={appUser.uid}>{children}</Fragment>;
}

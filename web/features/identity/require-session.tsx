import { Fragment, lazy, type ReactNode } from 'react';
import { useApp } from '#web/app-context.tsx';
import { loadChunk } from '#web/load-chunk.ts';
import { PageSkeleton } from '#web/ui/page-skeleton.tsx';

// Somebody signed in never loads it.
const LoginScreen = lazy(() => loadChunk(() => import('./login-screen.tsx')));

/** Its children for somebody signed in; else the login form in the page's place, after which /mood follows (spec §6). */
export function RequireSession({ children }: { children: ReactNode }) {
  const { appUser } = useApp();
  if (appUser === undefined) return <PageSkeleton />;
  if (appUser === null) return <LoginScreen />;
  // Another person's screens begin afresh: nothing that was typed or open is handed on.
  return <Fragment key={appUser.uid}>{children}</Fragment>;
}

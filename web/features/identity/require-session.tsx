import { Fragment, type ReactNode } from 'react';
import { useApp } from '#web/app-context.tsx';
import { PageSkeleton } from '#web/ui/page/skeleton.tsx';

interface RequireSessionProps {
  /** Shown to a signed-out person: a login form (spec §2, §6). */
  fallback: ReactNode;
  screen: ReactNode;
}

export function RequireSession({ fallback, screen }: RequireSessionProps) {
  const { appUser } = useApp();
  if (appUser === undefined) return <PageSkeleton />;
  if (appUser === null) return fallback;
  // The key resets the screen when another person signs in, so that they see nothing of the earlier person's input.
  return <Fragment key={appUser.uid}>{screen}</Fragment>;
}

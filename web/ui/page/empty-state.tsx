import type { ReactNode } from 'react';
import { Logo } from '../logo.tsx';

interface EmptyStateProps {
  title: string;
  text: string;
  action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-3xl bg-surface px-6 py-12 text-center shadow-soft">
      <Logo className="size-16 opacity-80" />
      <h2 className="mt-5 font-semibold text-2xl">{title}</h2>
      <p className="wrap-anywhere mt-2 max-w-prose text-balance text-ink-soft">{text}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

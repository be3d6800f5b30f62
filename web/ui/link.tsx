import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'wouter';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  state?: unknown;
}

/** A link to another screen. One to the screen that is shown makes no new entry of the history. */
export function Link({ to, ...anchor }: LinkProps) {
  const { pathname, search, hash } = window.location;
  return <RouterLink {...anchor} to={to} replace={to === pathname + search + hash} />;
}

export const linkClass = 'inline-block py-2.5 font-semibold text-accent underline underline-offset-4';

/** The way to the helplines: a page of its own, which works without the app. */
export function Helplines({ className = linkClass }) {
  return (
    <a href="/help" className={className}>
      Helplines
    </a>
  );
}

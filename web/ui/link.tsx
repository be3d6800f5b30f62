import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'wouter';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of the app, from '/' on. */
  to: string;
  replace?: boolean;
  state?: unknown;
}

/** A link to another screen. One to the screen that is shown makes no new entry of the history. */
export function Link({ to, replace, ...anchor }: LinkProps) {
  const { pathname, search, hash } = window.location;
  return <RouterLink {...anchor} to={to} replace={replace ?? to === pathname + search + hash} />;
}

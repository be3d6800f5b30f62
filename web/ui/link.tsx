import type { ComponentProps, MouseEvent } from 'react';
import { LANGUAGE_COOKIE } from '#contract/account/languages.ts';
import * as t from '#language';
import { navigate } from './router.tsx';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  state?: unknown;
}

/** Whether another tab has chosen a language since this page came. */
function hasOtherLanguage(): boolean {
  const chosen = document.cookie.split('; ').find((each) => each.startsWith(`${LANGUAGE_COOKIE}=`));
  return chosen !== undefined && chosen !== `${LANGUAGE_COOKIE}=${t.$language}`;
}

/** A link to another screen. One to the screen that is shown makes no new entry of the history. */
export function Link({ to, state, onClick, ...anchor }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    // With these keys the browser opens a tab or a window, or saves.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    onClick?.(event);
    // The browser loads the next screen, in that language.
    if (!state && hasOtherLanguage()) return;
    event.preventDefault();
    const { pathname, search, hash } = window.location;
    navigate(to, { state, replace: to === pathname + search + hash });
  }

  return <a {...anchor} href={to} onClick={follow} />;
}

export const linkClass = 'inline-block py-2.5 font-semibold text-accent underline underline-offset-4';

/** The way to the helplines: a page of its own, which works without the app. */
export function Helplines({ className = linkClass }) {
  return (
    <a href="/help" className={className}>
      {t.helplines}
    </a>
  );
}

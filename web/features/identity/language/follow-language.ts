import { LANGUAGE_COOKIE, LANGUAGE_QUERY, LANGUAGES } from '#contract/account/languages.ts';
import * as t from '#language';
import type { AppUser } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';

/** This page's address in another language. The code of /a is not in the address, and Firefox keeps no state for another one. */
export function addressIn(language: string): string {
  const url = new URL(window.location.href);
  url.searchParams.set(LANGUAGE_QUERY, language);
  const { code } = (window.history.state ?? {}) as { code?: string };
  if (code) url.hash = code;
  return url.href;
}

/** The person whose language this page has. A later change waits for the next start: a reload would lose what is being written. */
let followed: string | undefined;

/** Goes on in the account's language; an account without one takes the page's. A stored user has none: it may be an old one. */
export function followLanguage({ uid, language }: AppUser): void {
  if (language === undefined || uid === followed) return;
  followed = uid;
  const isOffered = (language ?? t.$language) in LANGUAGES;
  if (language === null && isOffered)
    call('PATCH', `/api/users/${uid}/settings`, { language: t.$language }).catch(() => {});
  if (language && isOffered && language !== t.$language && !wasAskedFor(language))
    window.location.replace(addressIn(language));
}

/** If so, the page is a kept one, or the server lacks the language. Asking again would not end. */
function wasAskedFor(language: string): boolean {
  const isInAddress = new URL(window.location.href).searchParams.has(LANGUAGE_QUERY);
  return isInAddress || document.cookie.split('; ').includes(`${LANGUAGE_COOKIE}=${language}`);
}

import { isBlank } from '#contract/is-blank.ts';
import type { AppUser } from '#web/app-context.tsx';

/** A person's initials, or without a name those of their email: ada.lovelace@… gives AL. */
export function shownInitials({ initials, email }: Pick<AppUser, 'initials' | 'email'>): string {
  if (!isBlank(initials)) return initials;
  const parts = email.replace(/@.*/, '').split(/[._+-]+/);
  // Spread splits by code points: half a surrogate pair is not a character.
  const firsts = parts.flatMap((part) => [...part].slice(0, 1));
  return firsts.slice(0, 2).join('').toUpperCase();
}

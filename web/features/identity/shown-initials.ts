import { isBlank } from '#contract/is-blank.ts';
import type { AppUser } from '#web/app-context.tsx';

/** The initials that stand for a person: those of their names, or, without any, those of their email: ada.lovelace@… is AL. */
export function shownInitials({ initials, email }: Pick<AppUser, 'initials' | 'email'>): string {
  if (!isBlank(initials)) return initials;
  const parts = email.replace(/@.*/, '').split(/[._+-]+/);
  // By characters: half of one that takes two units would be none.
  const firsts = parts.flatMap((part) => [...part].slice(0, 1));
  return firsts.slice(0, 2).join('').toUpperCase();
}

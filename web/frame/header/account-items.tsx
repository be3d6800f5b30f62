import type { MouseEvent } from 'react';
import * as t from '#language';
import type { AppUser } from '#web/app-context.tsx';
import { LanguageChoice, signOut } from '#web/features/identity/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Helplines, Link } from '#web/ui/link.tsx';

const LINKS = [
  ['/settings', t.settings],
  ['/history', t.yourMoods],
  ['/plan', t.myPlan],
  ['/check-in', t.plannedCheckIn],
] as const;

const itemClass = 'block min-h-12 w-full rounded-xl px-3 py-3 text-start font-semibold hover:bg-raised';

export function AccountItems({ user }: { user: AppUser }) {
  const { error, submit } = useSubmit();

  function close(event: MouseEvent) {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
  }

  return (
    <>
      <p className="font-semibold text-lg">
        <bdi>{user.displayName}</bdi>
      </p>
      <p className="mb-4 text-ink-soft">
        <bdi>{user.email}</bdi>
      </p>
      <InviteButton className="mb-2 w-full" onClick={close} />
      <ul className="-mx-3">
        {LINKS.map(([to, label]) => (
          <li key={to}>
            <Link to={to} className={itemClass} onClick={close}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <Helplines className={itemClass} />
        </li>
        <li>
          <button type="button" className={itemClass} onClick={() => submit(signOut)}>
            {t.logOut}
          </button>
        </li>
        <li>
          <LanguageChoice />
        </li>
      </ul>
      <FormError>{error}</FormError>
    </>
  );
}

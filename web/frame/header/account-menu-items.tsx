import { type MouseEvent, useState } from 'react';
import type { AppUser } from '#web/app-context.tsx';
import { signOut } from '#web/features/identity/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Link } from '#web/ui/link.tsx';

const itemClass = 'block min-h-12 w-full rounded-xl px-3 py-3 text-left font-semibold hover:bg-raised';

/** What the account menu offers. */
export function AccountMenuItems({ user }: { user: AppUser }) {
  const [error, setError] = useState<string | null>(null);

  function endSession() {
    setError(null);
    signOut().catch((thrown: Error) => setError(thrown.message));
  }

  function close(event: MouseEvent) {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
  }

  return (
    <>
      <p dir="auto" className="font-semibold text-lg">
        {user.displayName}
      </p>
      <p className="mb-4 text-ink-soft">{user.email}</p>
      <InviteButton className="mb-2 w-full" onClick={close} />
      <ul className="-mx-3">
        <li>
          <Link to="/settings" className={itemClass} onClick={close}>
            Settings
          </Link>
        </li>
        <li>
          <Link to="/history" className={itemClass} onClick={close}>
            Your moods
          </Link>
        </li>
        <li>
          <a href="/help" className={itemClass}>
            Helplines
          </a>
        </li>
        <li>
          <button type="button" className={itemClass} onClick={endSession}>
            Sign out
          </button>
        </li>
      </ul>
      <FormError>{error}</FormError>
    </>
  );
}

import { type MouseEvent, useState } from 'react';
import type { AppUser } from '#web/app-context.tsx';
import { shownInitials, signOut } from '#web/features/identity/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Link } from '#web/ui/link.tsx';

const itemClass = 'block min-h-12 w-full rounded-xl px-3 py-3 text-left font-semibold hover:bg-raised';

/** The menu behind the person's initials: a native popover, which Escape and a tap elsewhere close. */
export function AccountMenu({ user }: { user: AppUser }) {
  const [error, setError] = useState<string | null>(null);
  const initials = shownInitials(user);

  function endSession() {
    setError(null);
    signOut().catch((thrown: Error) => setError(thrown.message));
  }

  function close(event: MouseEvent) {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
  }

  return (
    <>
      {/* Safari adds the open menu to the Tab order only if the click hits the button itself and focuses it. */}
      <button
        type="button"
        popoverTarget="account-menu"
        aria-label={`${initials}, your account`}
        className="shrink-0 rounded-full *:pointer-events-none"
        onClick={(event) => event.currentTarget.focus()}
      >
        <Avatar initials={initials} photo={user.photo} />
      </button>
      <div
        id="account-menu"
        popover="auto"
        className="inset-auto top-(--header-height) short:top-2 right-4 m-0 max-h-[calc(100dvh-var(--header-height)-0.5rem)] short:max-h-[calc(100dvh-1rem)] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-3xl border border-line bg-surface p-5 text-ink shadow-float"
      >
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
      </div>
    </>
  );
}

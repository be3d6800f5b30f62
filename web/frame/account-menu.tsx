import { type MouseEvent, useState } from 'react';
import type { AppUser } from '#web/app-context.tsx';
import { shownInitials, signOut } from '#web/features/identity/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Link } from '#web/ui/link.tsx';

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
        <Avatar initials={initials} />
      </button>
      <div
        id="account-menu"
        popover="auto"
        className="inset-auto top-(--header-height) tiny:top-2 right-4 m-0 max-h-[calc(100dvh-var(--header-height)-0.5rem)] tiny:max-h-[calc(100dvh-1rem)] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-3xl border border-line bg-surface p-5 text-ink shadow-float"
      >
        <p dir="auto" className="font-semibold text-lg">
          {user.displayName}
        </p>
        <p className="mb-4 text-ink-soft">{user.email}</p>
        <InviteButton className="mb-2 w-full" onClick={close} />
        <Link to="/settings" className={`${buttonClass('quiet')} mb-2 w-full`} onClick={close}>
          Settings
        </Link>
        <Link to="/history" className={`${buttonClass('quiet')} mb-2 w-full`} onClick={close}>
          Your moods
        </Link>
        <a href="/help" className={`${buttonClass('quiet')} mb-2 w-full`}>
          Helplines
        </a>
        <Button variant="quiet" className="w-full" onClick={endSession}>
          Sign out
        </Button>
        <FormError>{error}</FormError>
      </div>
    </>
  );
}

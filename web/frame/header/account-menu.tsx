import type { AppUser } from '#web/app-context.tsx';
import { shownInitials } from '#web/features/identity/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { late } from '#web/use-late-chunk.ts';

const AccountItems = late(
  () => import('./account-items.tsx'),
  (chunk) => chunk.AccountItems,
);

/** The menu behind the person's photo or initials: a native popover, which Escape and a tap elsewhere close. */
export function AccountMenu({ user }: { user: AppUser }) {
  const initials = shownInitials(user);
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
        <AccountItems user={user} />
      </div>
    </>
  );
}

import { PRODUCT } from '#contract/product.ts';
import * as t from '#language';
import { type AppUser, shownInitials, useApp } from '#web/app-context.tsx';
import { isOutdated } from '#web/calls/new-version.ts';
import { dayAndTime } from '#web/dates/format-date.ts';
import { shownSince } from '#web/kept/index.ts';
import { useLiveStatus } from '#web/live/index.ts';
import { late } from '#web/loading/late-chunk.ts';
import { screenLoading } from '#web/loading/pending-work.ts';
import { useQueryCache } from '#web/query-cache.ts';
import { useStore } from '#web/store.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Helplines, Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';

export function Header() {
  const { appUser } = useApp();
  return (
    <header className="print:hidden sticky short:static top-0 z-20 h-(--header-height) border-line border-b bg-paper px-4 pt-[env(safe-area-inset-top)]">
      <div className="flex h-full items-center gap-3">
        <Link to="/" className="-ms-1 flex min-h-11 min-w-0 items-center gap-2.5 rounded-full px-1 pe-3">
          <Logo className="size-9 shrink-0" />
          {/* A title that has no room wraps out of sight, whole. */}
          <span
            data-shown="whole or not"
            className="flex h-[1.5em] min-w-0 flex-wrap overflow-hidden font-display font-semibold text-2xl leading-[1.5] tracking-tight before:h-[1.5em] before:content-['']"
          >
            {PRODUCT}
          </span>
        </Link>
        <ConnectionStatus />
        {appUser && <AccountMenu user={appUser} />}
        {appUser === null && (
          <Link
            to="/login"
            className="-me-3 flex min-h-11 shrink-0 items-center rounded-full px-3 font-semibold text-accent"
          >
            {t.logIn}
          </Link>
        )}
      </div>
      <LoadingLine />
    </header>
  );
}

/** A line in the mood colours below the header while the next screen's code is loading. It appears after a delay. */
function LoadingLine() {
  if (!useStore(screenLoading.count, (count) => count > 0)) return null;
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 -bottom-0.5 h-0.75 animate-appear bg-linear-to-r from-mood-green via-mood-purple to-mood-yellow"
    />
  );
}

/** Says how old what is shown is, and when the live connection is lost. Always present, so that nothing moves when the text appears. */
function ConnectionStatus() {
  const { appUser } = useApp();
  const isLost = useLiveStatus() === 'lost';
  const since = useQueryCache(shownSince);
  const isOld = useStore(isOutdated);
  return (
    <p role="status" className="min-w-0 shrink-[99] grow truncate text-end text-ink-soft text-sm">
      {isOld && (
        <button type="button" className="underline" onClick={() => window.location.reload()}>
          {t.newVersionReload}
        </button>
      )}
      {appUser && since !== null && (
        <span className="animate-appear">{t.asOf({ time: dayAndTime(since, Date.now()) })}</span>
      )}
      {appUser && isLost && (
        <>
          {since === null && <span className="animate-breathe">{t.reconnecting}</span>}
          <Helplines className="block underline" />
        </>
      )}
    </p>
  );
}

const AccountItems = late(() => import('./account-items.tsx'), 'AccountItems');

/** The menu behind the person's photo or initials: a native popover, which Escape and a tap elsewhere close. */
function AccountMenu({ user }: { user: AppUser }) {
  const initials = shownInitials(user);
  return (
    <>
      {/* Safari adds the open menu to the Tab order only if the click hits the button itself and focuses it. */}
      <button
        type="button"
        popoverTarget="account-menu"
        aria-label={t.yourAccount({ initials })}
        className="shrink-0 rounded-full *:pointer-events-none"
        onClick={(event) => event.currentTarget.focus()}
      >
        <Avatar initials={initials} photo={user.photo} />
      </button>
      <div
        id="account-menu"
        popover="auto"
        className="inset-auto top-(--header-height) short:top-2 end-4 m-0 max-h-[calc(100dvh-var(--header-height)-0.5rem)] short:max-h-[calc(100dvh-1rem)] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-3xl border border-line bg-surface p-5 text-ink shadow-float"
      >
        <AccountItems user={user} />
      </div>
    </>
  );
}

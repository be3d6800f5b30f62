import { PRODUCT } from '#contract/product.ts';
import { useApp } from '#web/app-context.tsx';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { LoadingLine } from './loading-line.tsx';

/** Logo, title, connection status, and the account menu. */
export function Header() {
  const { appUser } = useApp();
  return (
    <header className="sticky short:static top-0 z-20 h-(--header-height) border-line border-b bg-paper px-4 pt-[env(safe-area-inset-top)]">
      <div className="flex h-full items-center gap-3">
        <Link to="/" className="-ml-1 flex min-h-11 min-w-0 items-center gap-2.5 rounded-full px-1 pr-3">
          <Logo className="size-9 shrink-0" />
          {/* A title that has no room wraps out of sight, whole. */}
          <span
            data-shown="whole or not"
            className="flex h-9 min-w-0 flex-wrap overflow-hidden font-display font-semibold text-2xl leading-9 tracking-tight before:h-9 before:content-['']"
          >
            {PRODUCT}
          </span>
        </Link>
        <ConnectionStatus />
        {appUser && <AccountMenu user={appUser} />}
        {appUser === null && (
          <Link
            to="/login"
            className="-mr-3 flex min-h-11 shrink-0 items-center rounded-full px-3 font-semibold text-accent"
          >
            Log in
          </Link>
        )}
      </div>
      <LoadingLine />
    </header>
  );
}

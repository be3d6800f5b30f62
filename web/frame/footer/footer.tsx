import * as t from '#language';
import { Link } from '#web/ui/link.tsx';
import { useLocation } from '#web/ui/router.tsx';
import addDark from './images/add-dark.svg';
import addLight from './images/add-light.svg';
import chatsDark from './images/chats-dark.svg';
import chatsLight from './images/chats-light.svg';
import circleDark from './images/circle-dark.svg';
import circleLight from './images/circle-light.svg';
import statusDark from './images/status-dark.svg';
import statusLight from './images/status-light.svg';

const LINKS = [
  { to: '/cares', label: t.chats, light: chatsLight, dark: chatsDark },
  { to: '/circles', label: t.circle, light: circleLight, dark: circleDark },
  { to: '/connect', label: t.addScreen, light: addLight, dark: addDark },
  { to: '/status', label: t.status, light: statusLight, dark: statusDark },
];

/** The footer navigation: four links, each with an image of 40 by 40 (spec §2). */
export function Footer() {
  const { pathname, state } = useLocation();
  /** The list from which the open chat was opened: it belongs to the list's link, too. */
  const above = pathname.startsWith('/chat/') && (state?.circle ? '/circles' : '/cares');
  return (
    <footer className="print:hidden fixed inset-x-0 bottom-0 unpinned:static unpinned:mb-(--footer-height) z-20 h-(--footer-bar) border-line border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      <nav
        aria-label={t.mainNavigation}
        className="mx-auto flex h-full max-w-2xl items-stretch gap-[4px] px-[6px] max-[14rem]:gap-0 max-[14rem]:px-0 md:gap-3 md:px-5"
      >
        {LINKS.map(({ to, label, light, dark }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname === to || pathname === `${to}/` ? 'page' : to === above || undefined}
            className="group relative my-1.5 flex grow basis-0 flex-col items-center justify-center rounded-2xl px-[3px] max-[14rem]:px-0 text-ink-soft text-sm leading-tight transition-colors hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-ink md:my-3 md:flex-row md:gap-3 md:text-base"
          >
            <picture className="shrink-0">
              <source srcSet={dark} media="(prefers-color-scheme: dark)" />
              <img src={light} width={40} height={40} alt="" />
            </picture>
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  );
}

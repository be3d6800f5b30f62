import { useLocation } from '#web/router.tsx';
import { Link } from '#web/ui/link.tsx';
import addDark from './images/add-dark.svg';
import addLight from './images/add-light.svg';
import chatsDark from './images/chats-dark.svg';
import chatsLight from './images/chats-light.svg';
import circleDark from './images/circle-dark.svg';
import circleLight from './images/circle-light.svg';
import statusDark from './images/status-dark.svg';
import statusLight from './images/status-light.svg';

/** The footer navigation: four links, each with an image of 40 by 40 (spec §2). */
export function Footer() {
  const { pathname, state } = useLocation();
  const isChat = pathname.startsWith('/chat/');
  return (
    <footer className="fixed inset-x-0 bottom-0 unpinned:static unpinned:mb-(--footer-height) z-20 h-(--footer-bar) border-line border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      <nav
        aria-label="Main"
        className="mx-auto flex h-full max-w-2xl items-stretch gap-[4px] px-[6px] max-[14rem]:gap-0 max-[14rem]:px-0 md:gap-3 md:px-5"
      >
        <FooterLink to="/cares" label="Chats" light={chatsLight} dark={chatsDark} isAbove={isChat && !state?.circle} />
        <FooterLink
          to="/circles"
          label="Circle"
          light={circleLight}
          dark={circleDark}
          isAbove={isChat && state?.circle}
        />
        <FooterLink to="/connect" label="Add" light={addLight} dark={addDark} />
        <FooterLink to="/status" label="Status" light={statusLight} dark={statusDark} />
      </nav>
    </footer>
  );
}

interface FooterLinkProps {
  to: string;
  label: string;
  /** The image in the light scheme, and in the dark one. */
  light: string;
  dark: string;
  /** Whether the screen was opened from the link's: it belongs to the link, too. */
  isAbove?: boolean;
}

/** A link of the footer navigation, marked on its own screen. */
function FooterLink({ to, label, light, dark, isAbove }: FooterLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname === `${to}/`;
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : isAbove || undefined}
      className="group relative my-1.5 flex grow basis-0 flex-col items-center justify-center rounded-2xl px-[3px] max-[14rem]:px-0 text-ink-soft text-sm leading-tight transition-colors hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-ink md:my-3 md:flex-row md:gap-3 md:text-base"
    >
      <picture className="shrink-0">
        <source srcSet={dark} media="(prefers-color-scheme: dark)" />
        <img src={light} width={40} height={40} alt="" />
      </picture>
      {label}
    </Link>
  );
}

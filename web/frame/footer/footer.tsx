import { useLocation } from '#web/router.tsx';
import { FooterLink } from './footer-link.tsx';
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

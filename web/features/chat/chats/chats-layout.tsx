import { type ReactNode, type RefCallback, useCallback } from 'react';
import { AskSlot } from '#web/features/asks/index.ts';
import { ChatsList } from './chats-list.tsx';

interface ChatsLayoutProps {
  /** The uid of the chat in `children`; null when no chat is open. */
  open: string | null;
  children: ReactNode;
}

/** The list of chats and one chat: side by side on wide screens, one of them on narrow ones. */
export function ChatsLayout({ open, children }: ChatsLayoutProps) {
  const scroll = useScrollRestoration();
  const Heading = open === null ? 'h1' : 'h2';
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 tiny:h-auto! lg:h-frame lg:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)] lg:gap-5 lg:p-5">
      <section
        aria-label="Chats"
        className={`${open === null ? 'block' : 'hidden'} mx-auto w-full max-w-2xl px-3 pt-6 pb-10 lg:flex lg:flex-col lg:p-0`}
      >
        <Heading tabIndex={-1} className="px-2 pb-4 font-semibold text-3xl leading-tight md:text-4xl lg:text-3xl">
          My Chats
        </Heading>
        <div ref={scroll} className="lg:-mx-1 lg:min-h-0 lg:grow lg:overflow-y-auto lg:px-1">
          {open === null && <AskSlot />}
          <ChatsList open={open} />
        </div>
      </section>
      <section
        aria-label={open === null ? 'No chat chosen' : 'Chat'}
        className={`${open === null ? 'hidden lg:flex' : 'flex h-frame tiny:h-auto tiny:overflow-visible overflow-y-auto lg:h-auto'} min-w-0 flex-col lg:min-h-0 tiny:overflow-visible! lg:overflow-hidden lg:rounded-3xl lg:bg-surface lg:shadow-soft`}
      >
        {children}
      </section>
    </div>
  );
}

let savedScrollTop = 0;

/** Ref that keeps the list's scroll position when the screen of another chat renders it anew. */
function useScrollRestoration(): RefCallback<HTMLElement> {
  return useCallback((list: HTMLElement | null) => {
    if (list === null) return;
    // Setting scrollTop forces a layout, so it is set only when it changes something.
    if (savedScrollTop > 0) list.scrollTop = savedScrollTop;
    return () => {
      savedScrollTop = list.scrollTop;
    };
  }, []);
}

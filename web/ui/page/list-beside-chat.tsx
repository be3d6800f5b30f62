import { type ComponentType, type ReactNode, type RefCallback, useCallback } from 'react';
import * as t from '#language';
import { useIsWide } from './list-scroller.ts';
import { markRoot } from './ref-callbacks.ts';

interface ListBesideChatProps {
  title: string;
  List: ComponentType<{ open?: string }>;
  open?: string;
  chat?: ReactNode;
  aside?: ReactNode;
}

/** The lists that were screens already. A chat names its lists as late ones, which would begin with their fallback. */
const known: Record<string, ListBesideChatProps['List']> = {};

/** A list of people and one chat: side by side on wide screens, one of them on narrow ones. */
export function ListBesideChat({ title, List, open, chat, aside }: ListBesideChatProps) {
  if (!chat) known[title] = List;
  const Known = known[title] ?? List;
  const scroll = useScrollRestoration(title);
  const isWide = useIsWide();
  const Heading = chat ? 'h2' : 'h1';
  return (
    <div className="mx-auto grid w-full max-w-7xl grid-cols-1 short:h-auto! lg:h-frame lg:grid-cols-[minmax(22rem,2fr)_minmax(0,5fr)] lg:grid-rows-[minmax(0,1fr)] lg:gap-5 lg:p-5 lg:snug:p-2">
      <section
        aria-label={title}
        className={`${chat ? 'hidden' : 'block'} mx-auto w-full max-w-2xl px-4 pt-6 pb-10 lg:flex lg:flex-col lg:p-0`}
      >
        <Heading tabIndex={-1} className="pb-4 font-semibold text-3xl leading-tight md:text-4xl lg:text-3xl">
          {title}
        </Heading>
        <div
          ref={scroll}
          className="relative lg:-mx-3 lg:short:max-h-dvh lg:min-h-0 lg:grow lg:overflow-y-auto lg:px-3"
        >
          {/* On narrow screens a chat need not wait for a list that nobody sees. */}
          {(isWide || !chat) && (
            <div data-scrolled>
              <Known {...(open && { open })} />
            </div>
          )}
        </div>
      </section>
      <section
        ref={chat ? markChat : undefined}
        aria-label={chat ? t.chat : t.noChatChosen}
        className={`${chat ? 'flex h-frame short:h-auto short:min-h-[calc(100dvh-var(--notice-height))] short:overflow-visible overflow-y-auto lg:h-auto lg:overflow-hidden' : 'hidden lg:flex lg:overflow-y-auto'} min-w-0 flex-col lg:min-h-0 short:overflow-visible! lg:rounded-3xl lg:bg-surface lg:shadow-soft`}
      >
        {chat ?? (isWide && aside && <div className="mx-auto w-full max-w-2xl p-5 empty:hidden">{aside}</div>)}
        {!chat && <p className="m-auto p-8 text-center text-ink-soft text-lg">{t.chatsOpenHere}</p>}
      </section>
    </div>
  );
}

const markChat = markRoot('chat');

/** How far each list was scrolled in its box, in px. */
const saved: Record<string, number> = {};

/** Ref that keeps a list's place when the screen of another chat renders it anew. */
function useScrollRestoration(title: string): RefCallback<HTMLElement> {
  return useCallback(
    (box: HTMLElement | null) => {
      if (box === null) return;
      // Setting scrollTop forces a layout, so it is set only when it changes something.
      if (saved[title]) box.scrollTop = saved[title];
      return () => {
        saved[title] = box.scrollTop;
      };
    },
    [title],
  );
}

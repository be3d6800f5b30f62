import { useEffect, useEffectEvent, useRef } from 'react';
import * as t from '#language';
import { isPageVisible } from '#web/page-visible.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { CROSS } from '#web/ui/line-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Rich } from '#web/ui/rich.tsx';

const SHOWN_SECONDS = 8;

interface NoticeBannerProps {
  text: string;
  to: string;
  onClose: () => void;
}

/** A banner over the header, so that it covers nothing that a person is about to choose. The account menu stays free, but with large text. Its time stands still under the pointer, with the focus in it, and while the tab is hidden. */
export function NoticeBanner({ text, to, onClose }: NoticeBannerProps) {
  const box = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const end = useEffectEvent(onClose);
  useEffect(() => {
    let left = SHOWN_SECONDS;
    const timer = setInterval(() => {
      if (!isPageVisible() || box.current?.matches(':hover, :focus-within')) return;
      left -= 1;
      if (left === 0) end();
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section
      aria-label={t.newsFromAFriend}
      data-notice
      className="@container pointer-events-none absolute inset-x-0 top-0 z-10 flex h-(--header-height) items-center justify-center px-1.5 pt-[env(safe-area-inset-top)]"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus came from */}
      <div
        ref={box}
        className="pointer-events-auto @min-[19rem]:max-md:me-16 flex h-14 w-full max-w-lg items-center gap-1 rounded-full border border-line bg-surface py-1 pe-1 ps-4 shadow-float"
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
        }}
      >
        <Link to={to} className="flex min-w-0 grow items-center gap-1" onClick={onClose}>
          <span className="wrap-anywhere line-clamp-3 min-w-0 grow font-semibold text-sm leading-tight sm:text-base">
            {text}
          </span>
          {/* With large text there is no room for it. */}
          <span className={`${buttonClass()} min-h-11! px-4! @max-[15rem]:sr-only`}>
            <Rich parts={t.openChat({ wide: (words) => <span className="max-sm:sr-only">{words}</span> })} />
          </span>
        </Link>
        <IconButton
          label={t.close}
          icon={CROSS}
          onClick={() => {
            // Back to the message that is being written, or wherever the person was.
            cameFrom.current?.focus();
            onClose();
          }}
        />
      </div>
    </section>
  );
}

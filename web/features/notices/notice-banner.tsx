import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';

const SHOWN_MS = 8_000;

interface NoticeBannerProps {
  text: string;
  to: string;
  /** Called when it was closed, followed, or shown for eight seconds. */
  onClose: () => void;
}

/** A banner below the header. Its time stands still under the pointer, with the focus in it, and while the tab is hidden. */
export function NoticeBanner({ text, to, onClose }: NoticeBannerProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const cameFrom = useRef<HTMLElement>(null);
  const isHidden = useIsTabHidden();
  useTimeout(SHOWN_MS, isHovered || isFocused || isHidden, onClose);
  return (
    <section
      aria-label="News from a friend"
      data-notice
      className="pointer-events-none fixed inset-x-0 top-(--header-height) z-20 flex justify-center px-3 pt-3"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only stops its own clock */}
      <div
        className="pointer-events-auto flex w-full max-w-lg animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-3xl border border-line bg-surface p-3 pl-5 shadow-float"
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={({ currentTarget, relatedTarget }) => {
          setFocused(true);
          if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
        }}
        onBlur={() => setFocused(false)}
      >
        <p className="wrap-anywhere min-w-0 grow basis-40 font-semibold">{text}</p>
        <div className="flex gap-2">
          <Link to={to} className={buttonClass()} onClick={onClose}>
            Open chat
          </Link>
          <Button
            variant="quiet"
            onClick={() => {
              // Back to the message that is being written, or wherever the person was.
              if (cameFrom.current?.isConnected) cameFrom.current.focus();
              else focusScreen();
              onClose();
            }}
          >
            Close
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Calls `onEnd` after the time, without the time in which it is paused. */
function useTimeout(ms: number, isPaused: boolean, onEnd: () => void) {
  const left = useRef(ms);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - startedAt;
    };
  }, [isPaused]);
}

function useIsTabHidden(): boolean {
  const [isHidden, setHidden] = useState(document.visibilityState === 'hidden');
  useEffect(() => {
    const update = () => setHidden(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return isHidden;
}

import { useEffect, useState } from 'react';
import { TYPING_SHOWN_MS } from '#contract/limits.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { firstName } from '#web/features/circle/index.ts';
import { useLiveEvent, useLiveSocket } from '#web/live/index.ts';
import { reportTyping } from './report-typing.ts';

const DELAYS = ['', '[animation-delay:0.2s]', '[animation-delay:0.4s]'];

/**
 * 'Ada is typing…' below the messages. Screen readers find it there, but it is not announced: it would interrupt the messages
 * that are.
 */
export function Typing({ me, entry }: { me: string; entry: ConnectionEntry }) {
  const socket = useLiveSocket();
  useEffect(() => reportTyping(me, entry.uid, (frame) => socket.send(frame)), [me, entry.uid, socket]);
  if (!useIsTyping(entry.uid)) return null;
  return (
    <p className="flex shrink-0 items-center gap-2 px-5 pb-2 text-ink-soft text-sm">
      <span aria-hidden="true" className="flex gap-1">
        {DELAYS.map((delay) => (
          <span key={delay} className={`size-1.5 animate-breathe rounded-full border-3 border-current ${delay}`} />
        ))}
      </span>
      <span className="wrap-anywhere min-w-0">
        <bdi>{firstName(entry)}</bdi> is typing…
      </span>
    </p>
  );
}

/** Whether the other person types. A frame that says so lasts 5 s; their message ends it. */
function useIsTyping(other: string): boolean {
  const [saidAt, setSaidAt] = useState<number | null>(null);
  useLiveEvent('typing', ({ uid, isTyping }) => {
    if (uid === other) setSaidAt(isTyping ? performance.now() : null);
  });
  useLiveEvent('message', ({ message }) => {
    if (message.sender === other) setSaidAt(null);
  });
  useEffect(() => {
    if (saidAt === null) return;
    const timer = setTimeout(() => setSaidAt(null), TYPING_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [saidAt]);
  return saidAt !== null;
}

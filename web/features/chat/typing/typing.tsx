import { useEffect, useState } from 'react';
import { isBlank } from '#contract/is-blank.ts';
import type { ClientFrame } from '#contract/live.ts';
import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from '#contract/sizes.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { firstName } from '#web/features/circle/index.ts';
import { liveSocket, useLiveEvent } from '#web/live/index.ts';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { drafts } from '../composer/drafts.ts';

/** 'Ada is typing…' below the messages. It is not announced: that would interrupt the messages that are. */
export function Typing({ me, entry }: { me: string; entry: ConnectionEntry }) {
  useEffect(() => reportTyping(me, entry.uid, (frame) => liveSocket.send(frame)), [me, entry.uid]);
  if (!useIsTyping(entry.uid)) return null;
  return (
    <p className="wrap-anywhere shrink-0 animate-breathe px-5 pb-2 text-ink-soft text-sm">
      <Rich parts={t.isTyping({ name: firstName(entry), bdi })} />
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

/**
 * Tells `other` while `me` types to them: with the first change of the draft, then every 3 s at most, and when the input is
 * empty again, also because the message was sent. Whether they are shown it is the server's decision.
 * @param send false when there is no live connection
 * @returns stops, and tells the end
 */
export function reportTyping(me: string, other: string, send: (frame: ClientFrame) => boolean): () => void {
  let { text } = drafts.read(me, other);
  let saidAt = Number.NEGATIVE_INFINITY;

  function sayEnd() {
    if (performance.now() - saidAt < TYPING_SHOWN_MS) send({ type: 'typing', to: other, isTyping: false });
    saidAt = Number.NEGATIVE_INFINITY;
  }

  function onChange() {
    const draft = drafts.read(me, other);
    if (draft.text === text) return;
    text = draft.text;
    if (isBlank(text)) sayEnd();
    // A refused message that comes back into the input was not typed now.
    else if (draft.refusal === null && performance.now() - saidAt >= TYPING_EVERY_MS) {
      if (send({ type: 'typing', to: other, isTyping: true })) saidAt = performance.now();
    }
  }

  const stop = drafts.subscribe(onChange);
  return () => {
    stop();
    sayEnd();
  };
}

import { isBlank } from '#contract/is-blank.ts';
import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from '#contract/limits.ts';
import type { ClientFrame } from '#contract/live.ts';
import { drafts } from '../composer/drafts.ts';

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

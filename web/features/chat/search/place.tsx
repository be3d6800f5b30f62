import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MESSAGES_AROUND } from '#contract/sizes.ts';
import type { Message, MessagePage } from '#contract/views.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { useToday } from '#web/dates/use-today.ts';
import { useLiveEvent } from '#web/live/index.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { ChatSkeleton } from '../chat-skeleton.tsx';
import { withoutDeleted } from '../conversation/conversation.ts';
import { MessageBubble } from '../messages/message-bubble.tsx';
import { timeline } from '../messages/timeline.ts';
import { useLateChatParts } from '../use-late-chat-parts.ts';
import { MarkedText } from './marked-text.tsx';

interface PlaceProps {
  me: string;
  other: { uid: string; name: string };
  seq: number;
  sought: string;
  /** Whether the found message gets the focus when it appears: what led there has gone. */
  takesFocus: boolean;
}

/** A found message among those before and after it; for another one, mount it anew. The chat stays where it was, behind this. */
export function Place({ me, other, seq, sought, takesFocus }: PlaceProps) {
  const { place, error, showOlder, showNewer } = usePlace(other.uid, seq);
  const box = useRef<HTMLElement>(null);
  const late = useLateChatParts();
  const today = useToday();
  const isShown = place !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has arrived
  useEffect(() => {
    if (!isShown) return;
    // Not scrollIntoView: it would scroll the page as well, and the chat's header away.
    const found = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (box.current && found) {
      const [list, message] = [box.current.getBoundingClientRect(), found.getBoundingClientRect()];
      box.current.scrollTop += message.top - list.top - Math.max(0, list.height - message.height) / 2;
    }
    if (takesFocus) found?.focus({ preventScroll: true });
  }, [isShown]);

  /** The button goes when there is no more, and would take the focus with it. */
  function showMore(show: () => void) {
    box.current?.focus({ preventScroll: true });
    show();
  }

  if (place === null) return error === null ? <ChatSkeleton /> : <FormError>{error}</FormError>;
  const items = timeline({ ...place, before: null, fetchedThrough: 0 }, [], me, today);
  return (
    <section
      ref={box}
      aria-label={t.placeInTheChat}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the focused element
      tabIndex={0}
      className="-outline-offset-4 min-h-0 grow overflow-y-auto overscroll-contain rounded-2xl py-2"
    >
      {place.hasOlder && <More onClick={() => showMore(showOlder)}>{t.showOlderMessages}</More>}
      {items.map((item) => (
        <MessageBubble
          key={item.id}
          // Its quote is left out: the message that it answers may be far from here.
          item={{ ...item, quote: undefined }}
          other={other.name}
          late={late}
          words={<MarkedText text={item.content} sought={sought} />}
          isFound={item.seq === seq}
        />
      ))}
      {place.hasNewer && <More onClick={() => showMore(showNewer)}>{t.showNewerMessages}</More>}
      <FormError>{error}</FormError>
    </section>
  );
}

function More({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="quiet" className="mx-auto my-3 flex" onClick={onClick}>
      {children}
    </Button>
  );
}

interface Place {
  messages: Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** Fetches the messages around `seq`, and more on either side when asked. For another seq, mount it anew. */
function usePlace(other: string, seq: number) {
  const [place, setPlace] = useState<Place | null>(null);
  const { error, submit } = useSubmit();

  const fetchAround = (around: number) =>
    submit(async () => {
      const page = await call<MessagePage>('GET', `/api/messages?with=${encodeURIComponent(other)}&around=${around}`);
      setPlace((known) => withPage(known, page, around));
    });

  const begin = useEffectEvent(() => void fetchAround(seq));
  useEffect(() => begin(), []);

  useLiveEvent('deleted', ({ id, for: whom }) =>
    setPlace((known) => known && { ...known, messages: withoutDeleted(known.messages, { [id]: whom }) }),
  );

  return {
    place,
    error,
    // More messages are those around the outermost one.
    showOlder: () => place && fetchAround(place.messages[0]!.seq),
    showNewer: () => place && fetchAround(place.messages.at(-1)!.seq),
  };
}

function withPage(known: Place | null, page: MessagePage, around: number): Place {
  const hasOlder = page.before !== null;
  const hasNewer = page.messages.filter(({ seq }) => seq > around).length === MESSAGES_AROUND;
  if (known === null) return { messages: page.messages, hasOlder, hasNewer };
  const bySeq = new Map([...known.messages, ...page.messages].map((message) => [message.seq, message]));
  const isAtEnd = around === known.messages.at(-1)?.seq;
  return {
    messages: [...bySeq.values()].sort((one, other) => one.seq - other.seq),
    hasOlder: isAtEnd ? known.hasOlder : hasOlder,
    hasNewer: isAtEnd ? hasNewer : known.hasNewer,
  };
}

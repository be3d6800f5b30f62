import { useEffect, useState } from 'react';
import { MESSAGES_AROUND } from '#contract/limits.ts';
import type { Message, MessagePage } from '#contract/views.ts';
import { call } from '#web/http.ts';
import { useLiveEvent } from '#web/live/index.ts';
import { withoutDeleted } from '../conversation/conversation.ts';

/** The messages around a place: by seq, oldest first. */
interface Place {
  messages: Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}

interface LoadedPlace {
  /** Null until it has arrived. */
  place: Place | null;
  error: string | null;
  showOlder: () => void;
  showNewer: () => void;
}

/** Fetches the messages around `seq`, and more on either side when asked. For another seq, mount it anew. */
export function usePlace(other: string, seq: number): LoadedPlace {
  const [place, setPlace] = useState<Place | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** More messages are those around the outermost one. */
  const [around, setAround] = useState(seq);

  useEffect(() => {
    let isCurrent = true;
    setError(null);
    call<MessagePage>('GET', `/api/messages?with=${encodeURIComponent(other)}&around=${around}`).then(
      (page) => isCurrent && setPlace((known) => withPage(known, page, around)),
      (failure) => isCurrent && setError(failure instanceof Error ? failure.message : String(failure)),
    );
    return () => {
      isCurrent = false;
    };
  }, [other, around]);

  useLiveEvent('deleted', ({ id, for: whom }) =>
    setPlace((known) => known && { ...known, messages: withoutDeleted(known.messages, { [id]: whom }) }),
  );

  return {
    place,
    error,
    showOlder: () => place && setAround(place.messages[0]!.seq),
    showNewer: () => place && setAround(place.messages.at(-1)!.seq),
  };
}

/** Joins the messages around another place with the known ones, which it overlaps. */
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

import { useEffect } from 'react';
import type { Quote } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { queries } from '#web/query-cache.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { CROSS } from '#web/ui/line-icon.tsx';
import { hidden, Rich } from '#web/ui/rich.tsx';
import { forgetDeletedQuotes } from '../composer/change-draft.ts';

interface QuotedLineProps {
  quote: Quote;
  other: string;
}

/** In the bubble of a reply: the message that it answers. A press leads back to it (message-actions.tsx listens). */
export function QuotedLine({ quote, other }: QuotedLineProps) {
  const { appUser } = useApp();
  return (
    <button
      type="button"
      data-quote={quote.id}
      className="mb-0.5 block min-h-6 min-w-full max-w-72 rounded-xl border-edge border-s-4 bg-paper px-3 py-1 text-start text-sm"
    >
      <Rich parts={t.answerTo({ name: quote.sender === appUser?.uid ? t.you : other, hidden, bdi })} />
      <QuotedWords quote={quote} />
    </button>
  );
}

interface ReplyLineProps {
  me: string;
  quote: Quote;
  onCancel: () => void;
}

export function ReplyLine({ me, quote, onCancel }: ReplyLineProps) {
  const { data: entries } = useConnections();
  // A stored draft may answer a message that was deleted since: that is known when the conversation arrives.
  useEffect(() => {
    forgetDeletedQuotes(me);
    return queries.getQueryCache().subscribe(({ type }) => type === 'updated' && forgetDeletedQuotes(me));
  }, [me]);
  const entry = entries?.find(({ uid }) => uid === quote.sender);
  return (
    <div className="mb-2 flex items-center gap-1">
      <p className="min-w-0 grow rounded-e-xl border-edge border-s-4 bg-paper px-3 py-1 text-sm">
        <Rich parts={t.yourAnswerTo({ name: entry ? firstName(entry) : t.you, hidden, bdi })} />
        <QuotedWords quote={quote} />
      </p>
      <IconButton label={t.doNotAnswer} icon={CROSS} onClick={onCancel} />
    </div>
  );
}

const bdi = (words: string) => <bdi className="block font-semibold">{words}</bdi>;

function QuotedWords({ quote }: { quote: Quote }) {
  return (
    <span dir="auto" className="wrap-anywhere line-clamp-2 text-ink-soft">
      {quote.content === null ? <i>{t.messageDeleted}</i> : quote.content || t.photo}
    </span>
  );
}

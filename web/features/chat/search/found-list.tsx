import * as t from '#language';
import { clockTime, dayLabel } from '#web/dates/format-date.ts';
import { useToday } from '#web/dates/use-today.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { focus } from '#web/ui/page/ref-callbacks.ts';
import { beginNearMatch, MarkedText } from './marked-text.tsx';
import type { Search } from './use-message-search.ts';

interface FoundListProps {
  search: Search;
  me: string;
  other: string;
  /** The place that was looked at last: it gets the focus. */
  last: number | null;
  onChoose: (index: number) => void;
  onMore: () => void;
}

export function FoundList({ search, me, other, last, onChoose, onMore }: FoundListProps) {
  const today = useToday();
  const { messages, sought, before } = search;
  return (
    <div className="min-h-24 grow overflow-y-auto overscroll-contain px-2 py-2">
      <ul aria-label={t.foundMessages}>
        {messages.map(({ id, sender, content, timestamp }, index) => (
          <li key={id}>
            <button
              ref={index === last ? focus : undefined}
              type="button"
              onClick={() => onChoose(index)}
              className="block min-h-11 w-full rounded-2xl px-3 py-2 text-start hover:bg-raised"
            >
              <span className="flex flex-wrap justify-between gap-x-3 text-ink-soft text-sm">
                <bdi className="wrap-anywhere min-w-0 font-medium">{sender === me ? t.you : other}</bdi>
                <time dateTime={new Date(timestamp).toISOString()}>
                  {dayLabel(new Date(timestamp), today)}, {clockTime(timestamp)}
                </time>
              </span>
              <span dir="auto" className="wrap-anywhere line-clamp-3">
                {content === '' ? (
                  t.messageDeleted
                ) : (
                  <MarkedText text={beginNearMatch(content, sought)} sought={sought} />
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {before !== null && (
        <Button variant="quiet" className="mx-auto my-3 flex" onClick={onMore}>
          {t.showOlderOnes}
        </Button>
      )}
    </div>
  );
}

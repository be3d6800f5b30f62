import { asksForSupport, moodWords } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { firstName } from '#web/features/circle/index.ts';
import { FriendButton } from '#web/features/consent/index.ts';
import { Face } from '#web/ui/face.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BACK, LineIcon } from '#web/ui/line-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { useLocation } from '#web/ui/router.tsx';

const MAGNIFIER = 'M21 21l-5-5M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0z';

/** Gets the focus back when the search is closed. */
export const SEARCH_BUTTON_ID = 'search-chat';

interface ChatHeaderProps {
  entry: ConnectionEntry | undefined;
  isSearching: boolean;
  onSearch: () => void;
}

export function ChatHeader({ entry, isSearching, onSearch }: ChatHeaderProps) {
  const isFromCircle = useLocation().state?.circle;
  const title = entry ? t.chatWith({ name: firstName(entry), bdi: String }).join('') : t.chat;
  return (
    <header className="flex shrink-0 [&>button]:ms-auto flex-wrap items-center gap-2 border-line border-b px-3 py-0.5 lg:gap-3 lg:px-5 lg:py-2.5 lg:snug:py-2">
      <DocumentTitle title={title} />
      <Link
        to={isFromCircle ? '/circles' : '/cares'}
        aria-label={isFromCircle ? t.backToTheCircle : t.backToAllChats}
        className="-me-1 flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-raised lg:hidden"
      >
        <LineIcon path={BACK} className="size-6.5" />
      </Link>
      {entry ? <Face {...entry} isSmall /> : <Skeleton className="size-9.5 rounded-full" />}
      <div className="min-w-0 grow basis-24 max-[14rem]:order-last max-[14rem]:basis-full">
        {/* Always the same element, so that it keeps the focus that the frame gives it. */}
        <h1 tabIndex={-1} className="line-clamp-3 font-semibold text-xl leading-tight lg:text-2xl">
          {entry ? (
            <FriendButton entry={entry} className="wrap-anywhere max-w-full rounded-lg text-start hover:underline">
              <Rich parts={t.chatWith({ name: firstName(entry), bdi })} />
            </FriendButton>
          ) : (
            title
          )}
        </h1>
        {/* An ask below says the same, and more, until the mood is better. */}
        {entry && (
          <p
            className={`snug:line-clamp-2 text-sm leading-snug ${asksForSupport(entry.mood) ? 'text-ink in-data-ask:hidden!' : 'text-ink-soft'}`}
          >
            <bdi>{firstName(entry)}</bdi> {moodWords(entry, false)}
          </p>
        )}
      </div>
      {entry && (
        <IconButton
          id={SEARCH_BUTTON_ID}
          label={t.searchThisChat}
          icon={MAGNIFIER}
          aria-expanded={isSearching}
          onClick={onSearch}
        />
      )}
    </header>
  );
}

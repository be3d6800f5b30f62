import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isBlank } from '#contract/is-blank.ts';
import { SEARCH_MAX_LENGTH } from '#contract/sizes.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { firstName } from '#web/features/circle/index.ts';
import { fieldClass } from '#web/ui/field-class.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { CROSS, DOWN, UP } from '#web/ui/line-icon.tsx';
import { focus } from '#web/ui/page/ref-callbacks.ts';
import { SEARCH_BUTTON_ID } from '../chat-header.tsx';
import { FoundList } from './found-list.tsx';
import { Place } from './place.tsx';
import { statusWords, useMessageSearch } from './use-message-search.ts';

interface ChatSearchProps {
  me: string;
  entry: ConnectionEntry;
  /** Whether it covers the messages: from the first search on. */
  onCover: (isCovered: boolean) => void;
  onClose: () => void;
}

/** The search in one chat. From the first search on it lies over the messages, which stay as they were. */
export function ChatSearch({ me, entry, onCover, onClose }: ChatSearchProps) {
  const [text, setText] = useState('');
  const { search, isSearching, error, find, findMore } = useMessageSearch(entry.uid);
  /** The place that is or was shown, counted from the newest. */
  const [index, setIndex] = useState<number | null>(null);
  const [isList, setList] = useState(true);
  const [cameFromList, setCameFromList] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const other = { uid: entry.uid, name: firstName(entry) };
  const place = index === null ? undefined : search?.messages[index];

  const covers = search !== null || isSearching || error !== null;
  useEffect(() => onCover(covers), [onCover, covers]);

  function close() {
    onClose();
    document.getElementById(SEARCH_BUTTON_ID)?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBlank(text)) return;
    setIndex(null);
    setList(true);
    void find(text.trim());
  }

  function show(next: number, fromList: boolean) {
    // The list goes, and the place takes the focus when it has arrived.
    if (fromList) box.current?.focus();
    setIndex(next);
    setList(false);
    setCameFromList(fromList);
  }

  const older = index === null ? 0 : index + 1;
  const hasOlder = search !== null && (older < search.messages.length || search.before !== null);
  const hasNewer = index !== null && index > 0;

  async function goOlder() {
    if (!hasOlder || isSearching) return;
    const known = older < search.messages.length ? search : await findMore();
    if (known && older < known.messages.length) show(older, false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, wherever the focus is in it
    <div
      ref={box}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={`absolute inset-x-0 top-0 z-10 flex max-h-full flex-col overflow-y-auto bg-paper outline-none lg:bg-surface ${covers ? 'bottom-0' : ''}`}
    >
      <search>
        <form
          onSubmit={submit}
          className="flex shrink-0 flex-wrap items-center justify-end gap-1 border-line border-b px-3 py-2"
        >
          <input
            ref={focus}
            type="search"
            aria-label={t.searchThisChat}
            placeholder={t.searchThisChat}
            enterKeyHint="search"
            autoComplete="off"
            dir={text === '' ? undefined : 'auto'}
            maxLength={SEARCH_MAX_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            className={`${fieldClass} min-w-0 grow basis-32 [&::-webkit-search-cancel-button]:hidden`}
          />
          {search?.sought === text.trim() ? (
            <>
              <IconButton label={t.olderPlace} icon={UP} aria-disabled={!hasOlder || undefined} onClick={goOlder} />
              <IconButton
                label={t.newerPlace}
                icon={DOWN}
                aria-disabled={!hasNewer || undefined}
                onClick={() => hasNewer && show(index - 1, false)}
              />
            </>
          ) : (
            <Button type="submit" className="px-4">
              {t.search}
            </Button>
          )}
          <IconButton label={t.closeTheSearch} icon={CROSS} onClick={close} />
        </form>
      </search>
      <div
        className={`flex shrink-0 flex-wrap items-center justify-between gap-x-3 px-4 text-ink-soft text-sm ${covers ? 'min-h-8' : ''}`}
      >
        <p role="status">{statusWords(search, isSearching, isList ? null : index)}</p>
        {!isList && (
          <Button variant="quiet" className="my-1 min-h-11 px-4" onClick={() => setList(true)}>
            {t.allPlaces}
          </Button>
        )}
      </div>
      <FormError>{error}</FormError>
      {search && isList && (
        <FoundList
          search={search}
          me={me}
          other={other.name}
          last={index}
          onChoose={(chosen) => show(chosen, true)}
          onMore={() => {
            // Its button goes with the last page.
            box.current?.focus();
            void findMore();
          }}
        />
      )}
      {search && !isList && place && (
        <Place me={me} other={other} key={place.seq} seq={place.seq} sought={search.sought} takesFocus={cameFromList} />
      )}
    </div>
  );
}

import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Photo } from '#contract/photos.ts';
import * as t from '#language';
import { queries } from '#web/query-cache.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { CROSS, LineIcon } from '#web/ui/line-icon.tsx';
import { useParam } from '#web/ui/router.tsx';
import { type Conversation, conversationKey } from '../conversation/conversation.ts';
import { useStoredPhoto } from './stored-photo.tsx';

const LEFT = 'M15 5l-7 7 7 7';
const RIGHT = 'M9 5l7 7-7 7';
const CONTROL =
  'grid min-h-12 min-w-12 place-items-center rounded-full bg-black/60 text-white hover:bg-black focus-visible:outline-white';

interface PhotoViewerProps {
  shown: string;
  /** The photos of its message: a search also finds messages that are not in this browser's part of the chat. */
  ofMessage: ShownPhoto[];
  other: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export interface ShownPhoto extends Photo {
  name: string;
}

/** One photo over the whole window; arrows and swipes go through those of the chat. Two fingers zoom the page. */
export function PhotoViewer({ shown, ofMessage, other, opener, onClose }: PhotoViewerProps) {
  const ofChat = usePhotosOfChat(other);
  // The same while it is open: an arrow always leads to the neighbour.
  const [photos] = useState(() => (ofChat.some(({ id }) => id === shown) ? ofChat : ofMessage));
  const [place, setPlace] = useState(() => photos.findIndex(({ id }) => id === shown));
  const dialog = useRef<HTMLDialogElement>(null);
  const slides = useRef<HTMLDivElement>(null);
  const isZoomed = useIsZoomed();
  const photo = photos[place];

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; then `show` and swipes change the place
  useLayoutEffect(() => show(place), []);

  function show(next: number) {
    const box = slides.current!;
    const there = Math.max(0, Math.min(next, photos.length - 1));
    setPlace(there);
    box.scrollTo({ left: there * box.clientWidth, behavior: 'instant' });
  }

  function close() {
    onClose();
    // The list may have taken the message out of the document meanwhile.
    if (opener.current?.isConnected) opener.current.focus();
    else document.querySelector<HTMLElement>('[role=log]')?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    // React passes it on to the search behind a place, which Escape closes.
    event.stopPropagation();
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return;
    event.preventDefault();
    show(place + step);
  }

  function onClick({ target }: MouseEvent) {
    if (!isZoomed && !(target as Element).closest('a, button, p')) dialog.current?.close();
  }

  return (
    <Dialog
      ref={dialog}
      aria-label={photo?.name ?? t.photo}
      onClose={close}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="m-0 size-full max-h-none max-w-none bg-black p-0 text-white backdrop:bg-black"
    >
      {/* The first in the document gets the focus. */}
      <div className="absolute z-10 top-0 end-0 flex flex-row-reverse gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))]">
        <button type="button" aria-label={t.close} onClick={() => dialog.current?.close()} className={CONTROL}>
          <LineIcon path={CROSS} />
        </button>
        {photo && (
          <a
            href={`/api/photos/${photo.id}`}
            download={`${photo.name}.jpg`}
            className={`${CONTROL} px-5 font-semibold`}
          >
            {t.save}
          </a>
        )}
      </div>
      <div
        dir="ltr"
        className="pointer-events-none absolute inset-x-0 z-10 bottom-0 flex items-center justify-between p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:pointer-events-auto"
      >
        <Step label={t.earlierPhoto} path={LEFT} isThere={place > 0} onClick={() => show(place - 1)} />
        <p dir={t.$direction} aria-live="polite" className="rounded-full bg-black/60 px-3 py-1 text-sm">
          {photo?.name}
        </p>
        <Step label={t.laterPhoto} path={RIGHT} isThere={place < photos.length - 1} onClick={() => show(place + 1)} />
      </div>
      <section
        dir="ltr"
        ref={slides}
        aria-label={t.photos}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the focused element
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setPlace(Math.round(scrollLeft / clientWidth))}
        // A finger moves the zoomed page.
        className={`-outline-offset-4 flex size-full snap-x snap-mandatory overscroll-contain [scrollbar-width:none] ${isZoomed ? 'overflow-hidden' : 'overflow-x-auto'}`}
      >
        {photos.map((each, at) => (
          <div key={each.id} inert={at !== place} className="relative size-full shrink-0 snap-center snap-always">
            {Math.abs(at - place) <= 1 && <WholePhoto photo={each} />}
          </div>
        ))}
      </section>
    </Dialog>
  );
}

/** Not `disabled`, which would lose the focus at the first and the last photo. */
function Step({
  label,
  path,
  isThere,
  onClick,
}: {
  label: string;
  path: string;
  isThere: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!isThere}
      onClick={() => isThere && onClick()}
      className={`${CONTROL} aria-disabled:opacity-30`}
    >
      <LineIcon path={path} />
    </button>
  );
}

function WholePhoto({ photo }: { photo: ShownPhoto }) {
  const { picture, hasFailed, tryAgain } = useStoredPhoto(photo, 'contain');
  return (
    <>
      {picture}
      {hasFailed && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black">
          <p role="status">{t.photoCouldNotBeLoaded}</p>
          <button
            type="button"
            onClick={tryAgain}
            className="min-h-12 rounded-full bg-white px-6 font-semibold text-black"
          >
            {t.tryAgain}
          </button>
        </div>
      )}
    </>
  );
}

function useIsZoomed(): boolean {
  return useSyncExternalStore(
    (changed) => {
      visualViewport?.addEventListener('resize', changed);
      return () => visualViewport?.removeEventListener('resize', changed);
    },
    () => (visualViewport?.scale ?? 1) > 1.01,
  );
}

/** The photos of the open chat that are in this browser's part of it, oldest first. */
function usePhotosOfChat(other: string): ShownPhoto[] {
  const uid = useParam()!.toLowerCase();
  const conversation = queries.getQueryData<Conversation>(conversationKey(uid));
  return (conversation?.messages ?? []).flatMap(({ sender, photos = [] }) =>
    photos.map((photo, place) => ({ ...photo, name: photoName(sender === uid ? other : null, place, photos.length) })),
  );
}

/** @param from the first name of the sender; null for one's own @param place of it in its message, from 0 */
export function photoName(from: string | null, place = 0, count = 1): string {
  const which = { place: place + 1, count };
  return from === null ? t.photoFromYou(which) : t.photoFrom({ ...which, name: from });
}

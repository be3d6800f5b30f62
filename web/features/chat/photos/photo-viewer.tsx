import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Photo } from '#contract/photos.ts';
import { useParams } from '#web/router.tsx';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { type Conversation, conversationKey } from '../conversation/conversation.ts';
import { photoName } from './photo-words.ts';
import { StoredPhoto, useTries } from './stored-photo.tsx';

const CROSS = 'M6 6l12 12M18 6L6 18';
const LEFT = 'M15 5l-7 7 7 7';
const RIGHT = 'M9 5l7 7-7 7';
const CONTROL =
  'grid size-12 place-items-center rounded-full bg-black/60 text-white hover:bg-black focus-visible:outline-white';

interface PhotoViewerProps {
  /** The photo to begin with. */
  shown: string;
  /** The photos of its message: a search also finds messages that are not in this browser's part of the chat. */
  ofMessage: ShownPhoto[];
  /** The first name of the other person. */
  other: string;
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** A photo with its name for screen readers. */
export interface ShownPhoto extends Photo {
  name: string;
}

/** One photo over the whole window; arrows go through those of the chat that are here. Escape closes it. */
export function PhotoViewer({ shown, ofMessage, other, opener, onClose }: PhotoViewerProps) {
  const ofChat = usePhotosOfChat(other);
  // The same while it is open: an arrow always leads to the neighbour.
  const [photos] = useState(() => (ofChat.some(({ id }) => id === shown) ? ofChat : ofMessage));
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      photos.findIndex(({ id }) => id === shown),
    ),
  );
  const dialog = useRef<HTMLDialogElement>(null);
  const photo = photos[place];

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

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
    if (key === 'ArrowLeft') setPlace(Math.max(0, place - 1));
    if (key === 'ArrowRight') setPlace(Math.min(photos.length - 1, place + 1));
  }

  function onClick({ target, currentTarget }: MouseEvent) {
    if (target === currentTarget) dialog.current?.close();
  }

  return createPortal(
    <dialog
      ref={dialog}
      aria-label={photo?.name ?? 'Photo'}
      onClose={close}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="m-0 size-full max-h-none max-w-none bg-black p-0 text-white backdrop:bg-black"
    >
      {photo && <WholePhoto key={photo.id} photo={photo} />}
      <div className="absolute inset-x-0 top-0 flex justify-end gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))]">
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()} className={CONTROL}>
          <LineIcon path={CROSS} />
        </button>
      </div>
      <div className="pointer-events-none absolute inset-x-0 bottom-0 flex items-center justify-between p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:pointer-events-auto">
        <Step label="Earlier photo" path={LEFT} isThere={place > 0} onClick={() => setPlace(place - 1)} />
        <p aria-live="polite" className="rounded-full bg-black/60 px-3 py-1 text-sm">
          {photo?.name}
        </p>
        <Step
          label="Later photo"
          path={RIGHT}
          isThere={place < photos.length - 1}
          onClick={() => setPlace(place + 1)}
        />
      </div>
    </dialog>,
    document.body,
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
  const [hasFailed, setFailed] = useState(false);
  const [tries, tryAgain] = useTries(hasFailed);
  return (
    <div className="pointer-events-none relative size-full">
      <StoredPhoto photo={photo} name={photo.name} onFailed={setFailed} tries={tries} fit="contain" />
      {hasFailed && (
        <div className="pointer-events-auto absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black">
          <p role="status">The photo could not be loaded.</p>
          <button
            type="button"
            onClick={tryAgain}
            className="min-h-12 rounded-full bg-white px-6 font-semibold text-black"
          >
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

/** The photos of the open chat that are in this browser's part of it, oldest first. */
function usePhotosOfChat(other: string): ShownPhoto[] {
  const uid = useParams<{ connect: string }>().connect!.toLowerCase();
  const conversation = useQueryClient().getQueryData<Conversation>(conversationKey(uid));
  return (conversation?.messages ?? []).flatMap(({ sender, photos = [] }) =>
    photos.map((photo, place) => ({ ...photo, name: photoName(sender === uid ? other : null, place, photos.length) })),
  );
}

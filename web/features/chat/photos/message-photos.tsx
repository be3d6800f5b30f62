import { type MouseEvent, useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { outboxOf } from '#web/outbox/index.ts';
import { outgoingOf } from '../sending/outgoing.ts';
import { takeBack } from '../sending/take-back.ts';
import { LocalPhoto } from './local-photo.tsx';
import { isInMemory } from './photo-store.ts';
import { PhotoViewer, photoName, type ShownPhoto } from './photo-viewer.tsx';
import { useStoredPhoto } from './stored-photo.tsx';
import { useUploadProgress } from './uploading/upload-photos.ts';

/** More are behind the last one, and in the viewer. */
const MOST_TILES = 4;

interface MessagePhotosProps {
  id: string;
  photos: readonly Photo[];
  isMine: boolean;
  isOnItsWay: boolean;
  other: string;
}

/** The photos of one message: one alone, two side by side, three and more in a square. It fills the box that the message keeps for it. */
export function MessagePhotos({ id, photos, isMine, isOnItsWay, other }: MessagePhotosProps) {
  const [shown, setShown] = useState<string | null>(null);
  const opener = useRef<HTMLElement>(null);
  const named = photos.map((photo, place) => ({
    ...photo,
    name: photoName(isMine ? null : other, place, photos.length),
  }));

  function open(photo: string, from: HTMLElement) {
    opener.current = from;
    setShown(photo);
  }

  return (
    <>
      <div
        className={`grid size-full gap-1 ${photos.length > 1 ? 'grid-cols-2' : ''} ${photos.length > 2 ? 'grid-rows-2' : ''}`}
      >
        {named.slice(0, MOST_TILES).map((photo, place) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            isStored={!isOnItsWay}
            further={place === MOST_TILES - 1 ? photos.length - MOST_TILES : 0}
            onOpen={(from) => open(photo.id, from)}
            className={photos.length === 3 && place === 0 ? 'row-span-2' : ''}
          />
        ))}
      </div>
      {isOnItsWay && <OutgoingPhotos message={id} photos={photos} />}
      {shown && (
        <PhotoViewer shown={shown} ofMessage={named} other={other} opener={opener} onClose={() => setShown(null)} />
      )}
    </>
  );
}

interface PhotoTileProps {
  photo: ShownPhoto;
  isStored: boolean;
  further: number;
  onOpen: (opener: HTMLElement) => void;
  className: string;
}

function PhotoTile({ photo, isStored, further, onOpen, className }: PhotoTileProps) {
  const stored = useStoredPhoto(photo, 'cover');
  const { hasFailed } = stored;
  // Looked up once: what is shown stays when the photo has been stored.
  const [isLocal] = useState(() => !isStored || isInMemory(photo.id));
  const box = `relative block min-h-0 min-w-0 overflow-hidden bg-raised ${className}`;
  const picture = isLocal ? (
    <LocalPhoto id={photo.id} name={photo.name} className="size-full object-cover" />
  ) : (
    stored.picture
  );
  if (!isStored) return <div className={box}>{picture}</div>;
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    hasFailed ? stored.tryAgain() : onOpen(currentTarget);
  return (
    <button type="button" onClick={onClick} className={`${box} cursor-pointer -outline-offset-4 hover:brightness-95`}>
      {picture}
      {further > 0 && (
        <span className="absolute inset-0 grid place-items-center bg-black/50 font-semibold text-2xl text-white">
          <bdi dir="ltr">+{further}</bdi>
        </span>
      )}
      {hasFailed && (
        <span className="absolute inset-0 grid place-items-center bg-raised/90 p-2 text-center text-ink text-sm">
          {t.notLoaded}
        </span>
      )}
    </button>
  );
}

function OutgoingPhotos({ message, photos }: { message: string; photos: readonly Photo[] }) {
  const { appUser } = useApp();
  function cancel() {
    const sent = outgoingOf(outboxOf(appUser!.uid).items.get()).find(({ id }) => id === message);
    if (sent && !sent.areUploaded) void takeBack(sent, null);
  }

  const percent = useUploadProgress(photos.map(({ id }) => id));
  return (
    <div className="absolute inset-x-2 bottom-2 flex items-center gap-2 rounded-full bg-surface/90 py-1 pe-1 ps-3 text-ink text-sm">
      <progress aria-label={t.sending} value={percent} max={100} className="min-w-0 grow accent-accent" />
      {percent < 100 && (
        <button type="button" onClick={cancel} className="min-h-9 rounded-full px-3 font-semibold hover:bg-raised">
          {t.cancel}
        </button>
      )}
    </div>
  );
}

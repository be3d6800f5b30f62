import { type MouseEvent, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { LocalPhoto } from './local-photo.tsx';
import { isInMemory } from './photo-store.ts';
import { StoredPhoto, useTries } from './stored-photo.tsx';

interface PhotoTileProps {
  photo: Photo;
  /** Alternative text. */
  name: string;
  isStored: boolean;
  /** How many photos of the message are behind this one. */
  further: number;
  onOpen: (opener: HTMLElement) => void;
  className: string;
}

/** One photo of a message. A tap opens it, or loads it again after a failure. */
export function PhotoTile({ photo, name, isStored, further, onOpen, className }: PhotoTileProps) {
  const [hasFailed, setFailed] = useState(false);
  const [tries, tryAgain] = useTries(hasFailed);
  // Looked up once: what is shown stays when the photo has been stored.
  const [isLocal] = useState(() => !isStored || isInMemory(photo.id));
  const box = `relative block min-h-0 min-w-0 overflow-hidden bg-raised ${className}`;
  const picture = isLocal ? (
    <LocalPhoto id={photo.id} name={name} className="size-full object-cover" />
  ) : (
    <StoredPhoto photo={photo} name={name} onFailed={setFailed} tries={tries} fit="cover" />
  );
  if (!isStored) return <div className={box}>{picture}</div>;
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => (hasFailed ? tryAgain() : onOpen(currentTarget));
  return (
    <button type="button" onClick={onClick} className={`${box} cursor-pointer -outline-offset-4 hover:brightness-95`}>
      {picture}
      {further > 0 && (
        <span className="absolute inset-0 grid place-items-center bg-black/50 font-semibold text-2xl text-white">
          +{further}
        </span>
      )}
      {hasFailed && (
        <span className="absolute inset-0 grid place-items-center bg-raised/90 p-2 text-center text-ink text-sm">
          Not loaded. Tap to try again.
        </span>
      )}
    </button>
  );
}

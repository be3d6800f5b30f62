import { useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { PhotoTile } from './photo-tile.tsx';
import { PhotoViewer, photoName } from './photo-viewer.tsx';
import { OutgoingPhotos } from './uploading/outgoing-photos.tsx';

/** More are behind the last one, and in the viewer. */
const MOST_TILES = 4;

interface MessagePhotosProps {
  /** The message's. */
  id: string;
  photos: readonly Photo[];
  isMine: boolean;
  isOnItsWay: boolean;
  /** The first name of the other person. */
  other: string;
}

/** The photos of one message: one alone, two side by side, three and more in a square. It fills the box that the message keeps for it. */
export function MessagePhotos({ id, photos, isMine, isOnItsWay, other }: MessagePhotosProps) {
  const [shown, setShown] = useState<string | null>(null);
  const opener = useRef<HTMLElement>(null);
  const tiles = photos.slice(0, MOST_TILES);

  function open(photo: string, from: HTMLElement) {
    opener.current = from;
    setShown(photo);
  }

  return (
    <>
      <div
        className={`grid size-full gap-1 ${photos.length > 1 ? 'grid-cols-2' : ''} ${photos.length > 2 ? 'grid-rows-2' : ''}`}
      >
        {tiles.map((photo, place) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            name={photoName(isMine ? null : other, place, photos.length)}
            isStored={!isOnItsWay}
            further={place === MOST_TILES - 1 ? photos.length - MOST_TILES : 0}
            onOpen={(from) => open(photo.id, from)}
            className={photos.length === 3 && place === 0 ? 'row-span-2' : ''}
          />
        ))}
      </div>
      {isOnItsWay && <OutgoingPhotos message={id} photos={photos} />}
      {shown && (
        <PhotoViewer
          shown={shown}
          ofMessage={photos.map((photo, place) => ({
            ...photo,
            name: photoName(isMine ? null : other, place, photos.length),
          }))}
          other={other}
          opener={opener}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

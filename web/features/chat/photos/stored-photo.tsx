import { useEffect, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import type { Photo } from '#contract/photos.ts';
import { fromBase64Url } from '#web/text/base64-url.ts';

interface StoredPhotoProps {
  photo: Photo & { name: string };
  /** Whether it could not be loaded. It tries again with each change of `tries`, and when the browser is online again. */
  onFailed: (hasFailed: boolean) => void;
  tries: number;
  fit: 'cover' | 'contain';
}

export function StoredPhoto({ photo, onFailed, tries, fit }: StoredPhotoProps) {
  const { id, name, width, height, blur } = photo;
  const [isLoaded, setLoaded] = useState(false);
  const background = useMemo(() => blurredSight(blur), [blur]);
  const className = `size-full ${fit === 'cover' ? 'object-cover' : 'object-contain'}`;
  return (
    <>
      {!isLoaded && background && <img src={background} alt="" className={`absolute inset-0 ${className}`} />}
      <img
        key={tries}
        src={`/api/photos/${id}`}
        alt={name}
        width={width}
        height={height}
        decoding="async"
        draggable={false}
        onLoad={() => {
          setLoaded(true);
          onFailed(false);
        }}
        onError={() => onFailed(true)}
        className={`relative ${className} ${isLoaded ? '' : 'opacity-0'} motion-safe:transition-opacity`}
      />
    </>
  );
}

/** Null without a hash, and for one that is none: it came from somebody else's browser. */
function blurredSight(blur: string | null): string | null {
  try {
    return blur && thumbHashToDataURL(fromBase64Url(blur));
  } catch {
    return null;
  }
}

/** How often a photo was tried to be loaded; a new try when the browser is online again, and with `tryAgain`. */
export function useTries(hasFailed: boolean): [tries: number, tryAgain: () => void] {
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!hasFailed) return;
    const tryAgain = () => setTries((before) => before + 1);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [hasFailed]);
  return [tries, () => setTries((before) => before + 1)];
}

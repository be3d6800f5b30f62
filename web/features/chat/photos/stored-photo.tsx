import { useEffect, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import type { Photo } from '#contract/photos.ts';
import { fromBase64Url } from '#web/text/base64-url.ts';

/** A photo that the server has. After a failure it is tried again when the browser is online again, and with `tryAgain`. */
export function useStoredPhoto(photo: Photo & { name: string }, fit: 'cover' | 'contain') {
  const { id, name, width, height, blur } = photo;
  const [isLoaded, setLoaded] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const background = useMemo(() => blurredSight(blur), [blur]);
  const className = `size-full ${fit === 'cover' ? 'object-cover' : 'object-contain'}`;
  const tryAgain = () => setTries((before) => before + 1);

  useEffect(() => {
    if (!hasFailed) return;
    const onOnline = () => setTries((before) => before + 1);
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [hasFailed]);

  const picture = (
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
          setFailed(false);
        }}
        onError={() => setFailed(true)}
        className={`relative ${className} ${isLoaded ? '' : 'opacity-0'} motion-safe:transition-opacity`}
      />
    </>
  );
  return { picture, hasFailed, tryAgain };
}

/** Null without a hash, and for one that is none: it came from somebody else's browser. */
function blurredSight(blur: string | null): string | null {
  try {
    return blur && thumbHashToDataURL(fromBase64Url(blur));
  } catch {
    return null;
  }
}

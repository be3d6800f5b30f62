import { useEffect, useRef } from 'react';
import { fitInto } from './choosing/prepare-photo.ts';
import { photoBytes } from './photo-store.ts';

/** Sharp enough for a message on a dense screen, and a fifth of the memory of a whole photo. */
const LONGEST_PX = 900;

interface LocalPhotoProps {
  id: string;
  name: string;
  className: string;
}

/** A photo that this browser has. On a canvas: the page's policy allows pictures from its server only. */
export function LocalPhoto({ id, name, className }: LocalPhotoProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let isShown = true;
    const draw = async () => {
      const bytes = await photoBytes(id);
      if (!bytes) return;
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      const target = canvas.current;
      if (isShown && target) {
        Object.assign(target, fitInto(LONGEST_PX, picture));
        target.getContext('2d')!.drawImage(picture, 0, 0, target.width, target.height);
      }
      picture.close();
    };
    draw().catch((error: unknown) => console.info('A photo could not be shown.', error));
    return () => {
      isShown = false;
    };
  }, [id]);

  return <canvas ref={canvas} role="img" aria-label={name} className={className} />;
}

import { rgbaToThumbHash } from 'thumbhash';
import { PHOTO_MAX_SIDE, PROFILE_PHOTO_MAX_BYTES, PROFILE_PHOTO_SIDE } from '#contract/sizes.ts';
import * as t from '#language';
import { toBase64Url } from '#web/text/base64-url.ts';

interface PreparedPhoto {
  width: number;
  height: number;
  /** A ThumbHash in base64url. */
  blur: string;
  bytes: ArrayBuffer;
}

/** The longest side in pixels, and the qualities to try, best first, until the photo has no more than these bytes. */
interface Target {
  side: number;
  qualities: readonly number[];
  bytes: number;
  /** Without what stands beside the square in the middle. */
  isSquare?: true;
}

const FULL: Target = { side: PHOTO_MAX_SIDE, qualities: [0.85, 0.75, 0.6], bytes: 1_000_000 };

/** For a connection that cannot upload a full photo in the server's 30 s. */
export const SMALL: Target = { side: 1_024, qualities: [0.7, 0.5], bytes: 150_000 };

export const PROFILE_PHOTO: Target = {
  side: PROFILE_PHOTO_SIDE,
  qualities: [0.85, 0.7, 0.5],
  bytes: PROFILE_PHOTO_MAX_BYTES,
  isSquare: true,
};

/** A larger file could use up a phone's memory before it is a picture. */
const FILE_MAX_BYTES = 100_000_000;

/** What iPhones take photos in. Some browsers know no type for it. */
const IS_HEIC = /^image\/hei[cf]\b|\.hei[cf]$/i;

/** ThumbHash takes no larger pictures. */
const HASH_SIDE = 100;

/** `preparePhoto` for a file that a person chose. @throws {Error} says in words why it cannot be sent */
export async function prepareFile(file: File, target = FULL): Promise<PreparedPhoto> {
  const name = file.name ? t.quoted({ words: file.name }) : t.thisFile;
  if (file.size > FILE_MAX_BYTES) throw new Error(t.fileIsTooLarge({ file: name }));
  try {
    return await preparePhoto(file, target);
  } catch (error) {
    console.info('A file is no picture that this browser can show.', error);
    throw new Error(
      IS_HEIC.test(`${file.type} ${file.name}`) ? t.cannotOpenHeic({ file: name }) : t.fileIsNoPicture({ file: name }),
    );
  }
}

/** Small enough, upright, and free of place, time and camera. @throws when this browser cannot show the file */
export async function preparePhoto(file: Blob, target = FULL): Promise<PreparedPhoto> {
  const picture = await createImageBitmap(file);
  try {
    const canvas = draw(picture, target.side, target.isSquare);
    const { width, height } = canvas;
    const jpeg = await toJpeg(canvas, target);
    return { width, height, blur: thumbHash(canvas), bytes: await jpeg.arrayBuffer() };
  } finally {
    picture.close();
  }
}

/** The sides of a picture whose longest one is at most `longest`, in whole pixels. */
export function fitInto(longest: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function draw(picture: ImageBitmap | HTMLCanvasElement, longest: number, isSquare = false): HTMLCanvasElement {
  const side = Math.min(picture.width, picture.height);
  const [width, height] = isSquare ? [side, side] : [picture.width, picture.height];
  const canvas = Object.assign(document.createElement('canvas'), fitInto(longest, { width, height }));
  const context = canvas.getContext('2d')!;
  // A JPEG has no transparency: without this it would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2];
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function toJpeg(canvas: HTMLCanvasElement, { qualities, bytes }: Target): Promise<Blob> {
  let smallest: Blob | null = null;
  for (const quality of qualities) {
    smallest = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!smallest) throw new Error('The browser could not encode the photo.');
    if (smallest.size <= bytes) break;
  }
  return smallest!;
}

function thumbHash(canvas: HTMLCanvasElement): string {
  const small = draw(canvas, HASH_SIDE);
  const { width, height, data } = small.getContext('2d')!.getImageData(0, 0, small.width, small.height);
  return toBase64Url(rgbaToThumbHash(width, height, data));
}

import { ProductError } from '#contract/errors.ts';
import { PHOTO_MAX_SIDE } from '#contract/sizes.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanWebp } from './clean-webp.ts';
import { NotAPhoto } from './not-a-photo.ts';

export interface CleanPhoto {
  type: 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  bytes: Buffer;
}

/** Removes all metadata, without decoding. @throws {ProductError} invalid: no whole still JPEG or WebP, or too large */
export function cleanPhoto(file: Buffer): CleanPhoto {
  const photo = readPhoto(file);
  const { width, height } = photo;
  if (Math.min(width, height) < 1 || Math.max(width, height) > PHOTO_MAX_SIDE)
    throw new ProductError('invalid', (t) => t.photoHasTooManyPixels({ most: PHOTO_MAX_SIDE }));
  return photo;
}

function readPhoto(file: Buffer): CleanPhoto {
  try {
    if (file.length > 2 && file.readUInt16BE(0) === 0xffd8) return { type: 'image/jpeg', ...cleanJpeg(file) };
    return { type: 'image/webp', ...cleanWebp(file) };
  } catch (error) {
    // A RangeError: the file ends where a field should be.
    if (error instanceof NotAPhoto || error instanceof RangeError)
      throw new ProductError('invalid', (t) => t.photoIsJpegOrWebp);
    throw error;
  }
}

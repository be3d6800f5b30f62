export { openPhotoObjects } from './objects/open-photo-objects.ts';
export type { PhotoObjects } from './objects/photo-objects.ts';
export { tidyObjects } from './objects/tidy-objects.ts';
export { openPhotoPool } from './open-photo-pool.ts';
export { isPhotoUpload, PHOTO_CACHING } from './photo-calls.ts';
export { sweepPhotos } from './sweep-photos.ts';

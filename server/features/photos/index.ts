export { openPhotoPool } from './open-photo-pool.ts';
export { isPhotoUpload, PHOTO_CACHING } from './photo-calls.ts';
export { sweepPhotos } from './sweep-photos.ts';

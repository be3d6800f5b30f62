export { openPhotoPool } from './open-photo-pool.ts';
export { sweepPhotos } from './sweep-photos.ts';

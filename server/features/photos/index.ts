export { openPhotoObjects, type PhotoObjects } from './objects/photo-objects.ts';
export { tidyJobs } from './objects/tidy-objects.ts';
export { OLD_PHOTOS } from './old-photos.ts';
export { PHOTO_CACHING, takesPicture } from './photo-calls.ts';

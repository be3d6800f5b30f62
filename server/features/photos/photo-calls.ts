/** Photos never change. A day, so that a deleted one does not stay in the browser for long. */
export const PHOTO_CACHING = 'private, max-age=86400, immutable';

export function takesPicture(method: string, path: string): boolean {
  return isPhotoUpload(method, path) || (method === 'PUT' && /^\/api\/users\/[^/]+\/photo$/.test(path));
}

/** Whether a call uploads a photo of a message: its size is limited by its own route, not with those of other calls. */
export function isPhotoUpload(method: string, path: string): boolean {
  return method === 'PUT' && path.startsWith('/api/photos/');
}

/** Photos never change. A day, so that a deleted one does not stay in the browser for long. */
export const PHOTO_CACHING = 'private, max-age=86400, immutable';

/** Whether a call uploads a picture: its route limits the size, not the rule for other calls. */
export function takesPicture(method: string, path: string): boolean {
  return method === 'PUT' && /^\/api\/(photos\/|users\/[^/]+\/photo$)/.test(path);
}

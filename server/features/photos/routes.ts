import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { ProductError, type Say } from '#contract/errors.ts';
import { uidSchema } from '#contract/inputs.ts';
import { photoSchema, photoUploadSchema, profilePhotoSchema } from '#contract/photos.ts';
import { PHOTO_MAX_BYTES, PROFILE_PHOTO_MAX_BYTES } from '#contract/sizes.ts';
import type { Context } from '#server/context.ts';
import { createTextStream } from '#server/features/account/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { type ByPerson, createCalls } from '#server/http/calls.ts';
import { clientSite } from '#server/network/client-network.ts';
import { type CleanPhoto, cleanPhoto } from './image/clean-photo.ts';
import { COPIES_OF_UPLOAD, createReadMemory, createUploadMemory } from './memory-limit.ts';
import { openPhotoObjects } from './objects/photo-objects.ts';
import { PHOTO_CACHING } from './photo-calls.ts';
import { removeProfilePhoto, setProfilePhoto } from './profile-photo.ts';
import { readPhoto } from './read-photo.ts';
import { readUpload } from './read-upload.ts';
import { countPhoto, countUpload, limitsInAll, storePhoto } from './store-photo.ts';

const newPhoto = z.object({ id: z.uuid().toLowerCase() });
/** Other text becomes an id that no photo has. */
const anyPhoto = z.object({ id: uidSchema });

export function photosRoutes(context: Context) {
  const { api, own, signedIn } = createCalls(context);
  const objects = openPhotoObjects(context.config, context.log);
  const uploads = createUploadMemory();
  const reads = createReadMemory();
  const inAll = limitsInAll(context.config.photosMbPerDay);
  async function receive<Stored>(
    { uid: sender, person, c }: ByPerson & { c: HonoContext<ApiEnvironment> },
    [maxBytes, tooLarge]: [bytes: number, tooLarge?: Say],
    store: (photo: CleanPhoto, count: () => Promise<void>) => Promise<Stored>,
  ): Promise<Stored> {
    const bytes = Number(c.req.header('content-length') ?? Number.NaN);
    if (Number.isNaN(bytes)) throw new ProductError('invalid', () => 'A photo needs a Content-Length.');
    if (bytes > maxBytes) throw new ProductError('too_large', tooLarge);
    // Without room for it the browser tries again, so it must not count yet.
    const whose = [clientSite(c.var.address), sender];
    uploads.take(whose, COPIES_OF_UPLOAD * bytes).release();
    const upload = await readUpload(c.req.raw.body, uploads, whose);
    try {
      if (upload.bytes.length < bytes) throw new ProductError('invalid', (t) => t.photoDidNotComeWhole);
      await countUpload(context, sender, bytes);
      const count = () => countPhoto(context, inAll, { isNew: person.isNew, address: c.var.address }, bytes);
      return await store(cleanPhoto(upload.bytes), count);
    } finally {
      upload.place.release();
    }
  }
  signedIn(
    'put',
    '/photos/{id}',
    {
      params: newPhoto,
      query: photoUploadSchema,
      answer: photoSchema,
      says: 'The photo, stored for a message that follows. The body is a JPEG or a WebP',
    },
    ({ params: { id }, query: upload, ...given }) =>
      receive(given, [PHOTO_MAX_BYTES], (...photo) =>
        storePhoto(context, objects, { id, sender: given.uid, upload }, ...photo),
      ),
  );
  own(
    'put',
    '/users/{uid}/photo',
    {
      answer: profilePhotoSchema,
      says: 'Your photo, which friends see. The body is a square JPEG or WebP of at most 256 pixels and 60 KB',
    },
    (given) =>
      receive(given, [PROFILE_PHOTO_MAX_BYTES, (t) => t.profilePhotoIsTooLarge], (...photo) =>
        setProfilePhoto(context, objects, given.uid, ...photo),
      ),
  );
  own('delete', '/users/{uid}/photo', { says: 'You have no photo' }, ({ uid }) => removeProfilePhoto(context, uid));
  signedIn(
    'get',
    '/photos/{id}',
    {
      params: anyPhoto,
      responses: { 200: { description: 'The photo, for the two people of its message, or for a person and friends' } },
    },
    async ({ uid, params, c }) => {
      const end = () => void c.env.outgoing?.destroy();
      const reader = { uid, site: clientSite(c.var.address), end };
      const { type, size, parts, release } = await readPhoto(context, objects, reads, params.id, reader);
      const headers = {
        'content-type': type,
        'content-length': String(size),
        'content-disposition': 'inline',
        'cache-control': PHOTO_CACHING,
        // After a sign-out the cookie is another one, so the browser asks again.
        vary: 'cookie',
      };
      if (c.req.method === 'HEAD') {
        release();
        return c.body(null, 200, headers);
      }
      return c.body(await createTextStream(parts), 200, headers);
    },
  );
  return api;
}

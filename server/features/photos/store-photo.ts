import { ProductError } from '#contract/errors.ts';
import type { Photo, PhotoUpload } from '#contract/photos.ts';
import { PHOTO_UPLOAD_HOURS } from '#contract/sizes.ts';
import type { Context } from '#server/context.ts';
import { type Count, type LeasedLimit, LIMITS, limitOfInstallation } from '#server/limits/index.ts';
import { clientSite } from '#server/network/client-network.ts';
import type { CleanPhoto } from './image/clean-photo.ts';
import type { PhotoObjects } from './objects/photo-objects.ts';
import { putObject } from './objects/put-object.ts';

/** A unit of the limits, in bytes. Browsers make photos of one or two. */
const UNIT = 500_000;

/**
 * Nothing for people who are not connected, and for an id that exists, or went with a profile photo or a deleted account, for whose
 * removal it waits.
 */
const STORE = `
  with stored as (
    insert into photos (id, owner, message, type, width, height, blur, size, bytes, object)
    select $1, c.owner, $4, $5, $6, $7, $8, $9, $10, $11 from connections c
    where c.owner = $2 and c.other = $3 and not exists (select from taken_ids where id = $1)
    for key share of c
    on conflict (id) do nothing
    returning id, width, height, blur
  ), used as (
    delete from unused_objects where object = $11 and exists (select from stored)
  )
  select * from stored`;

/** An upload is found again by its sender alone, as long as it can be sent. */
const FIND = `
  select id, width, height, blur from photos
  where id = $1 and owner = $2 and message = $3 and created_at > now() - interval '${PHOTO_UPLOAD_HOURS} hours'
    and exists (select from connections where owner = $2 and other = $4)
    and not exists (select from messages m where m.id = $3 and m.receiver <> $4)`;

const IS_CONNECTED = 'select from connections where owner = $1 and other = $2';

/** The limits of the whole installation, half for new accounts: they are free. Made once: a node's leases belong to them. */
export function limitsInAll(photosMbPerDay: number): Record<'all' | 'newAccounts', LeasedLimit> {
  const units = (photosMbPerDay * 1_000_000) / UNIT;
  const limit = (what: string, most: number) =>
    limitOfInstallation(what, Math.max(1, most), (t) => t.noMorePhotosToday);
  return { all: limit('photo, all', units), newAccounts: limit('photo, new accounts', units / 2) };
}

const times = (count: Count, bytes: number): Count[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes / UNIT)) }, () => count);

/** Counts a whole upload for its sender alone, whatever it holds. @throws {ProductError} too_many, unavailable */
export async function countUpload(
  { limits, config }: Pick<Context, 'limits' | 'config'>,
  sender: string,
  bytes: number,
): Promise<void> {
  if (config.photosMbPerDay === 0) throw new ProductError('too_many', (t) => t.photosAreOffHere);
  await limits.count(...times([LIMITS.photo.person, sender], bytes));
}

/** Counts a photo that may be stored, as it uses up those of others. Fails closed: photos fill the disk. @throws as above */
export async function countPhoto(
  { limits }: Pick<Context, 'limits'>,
  inAll: ReturnType<typeof limitsInAll>,
  { isNew, address }: { isNew: boolean; address: string },
  bytes: number,
): Promise<void> {
  const units = times([LIMITS.photo.network, clientSite(address)], bytes);
  await limits.count(...units);
  for (const _ of units) {
    if (isNew) await limits.consume(inAll.newAccounts, 'all');
    await limits.consume(inAll.all, 'all');
  }
}

/** Stores a photo for a later message; may be repeated. @throws {ProductError} not_connected, id_taken, unavailable, and of `count` */
export async function storePhoto(
  { bulkPool }: Pick<Context, 'bulkPool'>,
  objects: PhotoObjects | undefined,
  { id, sender, upload }: { id: string; sender: string; upload: PhotoUpload },
  photo: CleanPhoto,
  count: () => Promise<void>,
): Promise<Photo> {
  const { message, to, blur = null } = upload;
  const { type, width, height, bytes } = photo;
  const requireConnected = async () => {
    if (!(await bulkPool.query(IS_CONNECTED, [sender, to])).rowCount) throw new ProductError('not_connected');
  };
  await requireConnected();
  await count();
  const object = objects ? await putObject(bulkPool, objects, photo) : null;
  const where = object ? [null, object] : [bytes, null];
  const values = [id, sender, to, message, type, width, height, blur, bytes.length, ...where];
  const stored = await bulkPool.query<Photo>({ name: 'store-photo', text: STORE, values });
  const found = stored.rows[0] ?? (await bulkPool.query<Photo>(FIND, [id, sender, message, to])).rows[0];
  if (found) return found;
  await requireConnected();
  throw new ProductError('id_taken');
}

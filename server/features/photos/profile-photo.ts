import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { PROFILE_PHOTO_SIDE } from '#contract/sizes.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { LIMITS } from '#server/limits/index.ts';
import type { CleanPhoto } from './image/clean-photo.ts';
import type { PhotoObjects } from './objects/photo-objects.ts';
import { putObject } from './objects/put-object.ts';

const FORMER = 'select photo from users where id = $1 for no key update';
/** Its id stays taken, as with the account: a removed friend who uploads under it must not learn what has become of it. */
const REMOVE = `
  with gone as (
    delete from photos where id = $1 returning id
  )
  insert into taken_ids select id from gone`;
const SHOW = 'update users set photo = $2 where id = $1';
const STORE = `
  with used as (
    delete from unused_objects where object = $8
  )
  insert into photos (owner, id, type, width, height, size, bytes, object) values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Replaces the photo. @returns its id @throws {ProductError} invalid: no square or too large; too_many, unavailable */
export async function setProfilePhoto(
  { bulkPool, limits }: Pick<Context, 'bulkPool' | 'limits'>,
  objects: PhotoObjects | undefined,
  uid: string,
  photo: CleanPhoto,
  count: () => Promise<void>,
): Promise<{ photo: string }> {
  const { type, width, height, bytes } = photo;
  if (width !== height || width > PROFILE_PHOTO_SIDE)
    throw new ProductError('invalid', (t) => t.profilePhotoIsASquare({ most: PROFILE_PHOTO_SIDE }));
  await limits.count([LIMITS.profilePhoto.person, uid]);
  await count();
  const object = objects ? await putObject(bulkPool, objects, photo) : null;
  const id = randomUUID();
  await inTransaction(bulkPool, async (db) => {
    await show(db, uid, id);
    await db.query(STORE, [uid, id, type, width, height, bytes.length, object ? null : bytes, object]);
  });
  return { photo: id };
}

export function removeProfilePhoto({ bulkPool }: Pick<Context, 'bulkPool'>, uid: string): Promise<void> {
  return inTransaction(bulkPool, (db) => show(db, uid, null));
}

/** @throws {ProductError} not_signed_in: the person has left meanwhile, and nothing must be stored for them */
async function show(db: pg.ClientBase, uid: string, id: string | null): Promise<void> {
  const { rows } = await db.query<{ photo: string | null }>(FORMER, [uid]);
  if (!rows[0]) throw new ProductError('not_signed_in');
  // Removing again writes nothing.
  if (rows[0].photo === id) return;
  await db.query(REMOVE, [rows[0].photo]);
  await db.query(SHOW, [uid, id]);
}

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PhotoObjects } from './photo-objects.ts';

/** Longer than an upload can take. */
const UNUSED_AFTER = '1 hour';

/** Until a photo has the new id, it is on the list of what is removed: a crash leaves nothing in the bucket. */
export async function putObject(
  pool: pg.Pool,
  objects: PhotoObjects,
  { type, bytes }: { type: string; bytes: Buffer },
): Promise<string> {
  const object = randomUUID();
  await pool.query(`insert into unused_objects (object, due_at) values ($1, now() + interval '${UNUSED_AFTER}')`, [
    object,
  ]);
  await objects.put(object, type, new Uint8Array(bytes));
  return object;
}

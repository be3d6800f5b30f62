import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PhotoObjects } from './photo-objects.ts';

/** Longer than an upload can take. */
const UNUSED_AFTER = '1 hour';

/**
 * Puts bytes into the bucket under a new id. Until a photo has that id, it is on the list of what is removed, so a crash leaves nothing
 * in the bucket for ever. @throws {ProductError} unavailable
 */
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

import type pg from 'pg';
import type { Job } from '#server/background/jobs.ts';
import type { PhotoObjects } from './photo-objects.ts';
import { putObject } from './put-object.ts';

const EVERY_MS = 60_000;
const BATCH = 20;

/** Claimed for so long that no other node tries the same ones, and that a node that dies leaves them to others. */
const CLAIM = `
  update unused_objects set due_at = now() + interval '5 minutes'
  where object in (
    select object from unused_objects where due_at <= now() order by due_at limit ${BATCH} for update skip locked
  )
  returning object`;

const NEXT_IN_DATABASE = 'select id, type, bytes from photos where bytes is not null limit 1';

/** Another node may have moved the same photo: then this object stays on the list, and goes. */
const MOVED = `
  with moved as (
    update photos set object = $2, bytes = null where id = $1 and bytes is not null returning id
  )
  delete from unused_objects where object = $2 and exists (select from moved)`;

/** Removes objects whose photo is gone, and moves photos into the bucket that were stored before `S3_URL` was set. */
export function tidyJobs(pool: pg.Pool, objects: PhotoObjects): Job[] {
  return [
    { name: 'remove unused photos from S3', everyMs: EVERY_MS, run: (signal) => removeUnused(pool, objects, signal) },
    { name: 'move photos to S3', everyMs: EVERY_MS, run: (signal) => moveAll(pool, objects, signal) },
  ];
}

async function removeUnused(pool: pg.Pool, objects: PhotoObjects, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ object: string }>(CLAIM);
    for (const { object } of rows) {
      await objects.remove(object);
      await pool.query('delete from unused_objects where object = $1', [object]);
    }
    if (rows.length < BATCH || signal.aborted) return;
  }
}

async function moveAll(pool: pg.Pool, objects: PhotoObjects, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await pool.query<{ id: string; type: string; bytes: Buffer }>(NEXT_IN_DATABASE);
    if (!rows[0]) return;
    const object = await putObject(pool, objects, rows[0]);
    await pool.query(MOVED, [rows[0].id, object]);
  }
}

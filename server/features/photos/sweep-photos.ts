import type pg from 'pg';
import type { Logger } from 'pino';
import { PHOTO_UPLOAD_HOURS } from '#contract/limits.ts';
import { type Pace, sweepTable } from '#server/database/sweep/sweep-table.ts';

const PASS_MS = 6 * 60 * 60_000;

/** Later than the last moment at which a message takes the photo, so that no message loses one. */
const IS_LEFT = `
  created_at < now() - interval '${PHOTO_UPLOAD_HOURS + 1} hours' and not exists (
    select from messages m
    where m.id = photos.message and m.sender = photos.owner
      and m.photos @> jsonb_build_array(jsonb_build_object('id', photos.id))
  )`;

/** Removes photos that no message shows a day after their upload. @returns stops it */
export function sweepPhotos(pool: pg.Pool, log: Logger, pace?: Partial<Pace>): () => Promise<void> {
  return sweepTable(pool, log, { table: 'photos', areOld: IS_LEFT, passMs: PASS_MS }, pace);
}

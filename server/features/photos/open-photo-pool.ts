import type pg from 'pg';
import { openPool } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** Storing the largest photo takes a tenth of a second; a person waits for a photo rather than for an error. */
const TIMEOUT_MS = 5_000;

/** Opens connections for photos only, so that their bytes never delay chat, lists or moods. */
export function openPhotoPool(url: string): pg.Pool {
  return openPool(url, {
    ...CONNECTIONS.photos,
    connectTimeoutMs: TIMEOUT_MS,
    statementTimeoutMs: TIMEOUT_MS,
  });
}

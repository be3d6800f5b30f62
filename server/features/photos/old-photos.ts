import { PHOTO_UPLOAD_HOURS } from '#contract/sizes.ts';
import type { Sweep } from '#server/database/sweep/sweep-table.ts';

/** Later than the last moment at which a message takes the photo, so that no message loses one. */
const IS_LEFT = `
  created_at < now() - interval '${PHOTO_UPLOAD_HOURS + 1} hours' and not exists (
    select from messages m
    where m.id = photos.message and m.sender = photos.owner
      and m.photos @> jsonb_build_array(jsonb_build_object('id', photos.id))
  ) and not exists (select from users u where u.id = photos.owner and u.photo = photos.id)`;

export const OLD_PHOTOS: Sweep = { table: 'photos', areOld: IS_LEFT, passMs: 6 * 60 * 60_000 };

import { PHOTO_UPLOAD_HOURS } from '#contract/sizes.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import type { Addressed } from './locked-pairs.ts';

export interface WithPhotos extends Addressed {
  photos?: string[] | undefined;
}

/** Older uploads are about to be swept (old-photos.ts). An upload belongs to one message id, so no two messages share it. */
export const UPLOADED_PHOTOS = `
      select count(*), jsonb_agg(
        jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height, 'blur', p.blur) order by wanted.place
      ) as photos
      from jsonb_array_elements_text(i.photos::jsonb) with ordinality as wanted (id, place)
      join photos p on p.id = wanted.id::uuid
      where p.owner = i.sender and p.message = i.id and p.created_at > now() - interval '${PHOTO_UPLOAD_HOURS} hours'`;

/** A message's photos as the statement takes them: lists in lists must have one length in PostgreSQL. */
export function photoIds({ photos }: WithPhotos): string | null {
  return photos ? JSON.stringify([...new Set(photos)]) : null;
}

const FIND_CONNECTED = `
  select i.id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as i (id, sender, receiver)
  where exists (select from connections c where c.owner = i.sender and c.other = i.receiver)`;

/** Of messages that were not stored, those whose two people are connected: it was for want of a photo. */
export async function findWithoutPhotos(
  db: Pick<ChatConnection, 'query'>,
  messages: readonly WithPhotos[],
): Promise<Set<string>> {
  const withPhotos = messages.filter(({ photos }) => photos);
  if (withPhotos.length === 0) return new Set();
  const { rows } = await db.query<{ id: string }>({
    name: 'find-connected',
    text: FIND_CONNECTED,
    values: [
      withPhotos.map(({ id }) => id),
      withPhotos.map(({ sender }) => sender),
      withPhotos.map(({ receiver }) => receiver),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

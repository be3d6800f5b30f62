import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { isHidden } from '#server/database/is-hidden.ts';
import type { Room } from '#server/limits/index.ts';
import { PART_BYTES } from './memory-limit.ts';
import type { PhotoObjects } from './objects/photo-objects.ts';

/** They must be connected, as for reading the message, and the message must still show the photo to that person. */
const READ = `
  select p.type, p.size, p.object, substring(p.bytes from $3::integer + 1 for ${PART_BYTES}) as part
  from photos p
  where p.id = $1 and (exists (
    select from messages m
    where m.id = p.message and m.sender = p.owner and $2::uuid in (m.sender, m.receiver)
      and m.photos @> jsonb_build_array(jsonb_build_object('id', p.id))
      and not ${isHidden('m.id', '$2::uuid')}
      and exists (
        select from connections c
        where c.owner = $2 and c.other = case $2::uuid when m.sender then m.receiver else m.sender end
      )
  ) or exists (
    select from users u
    where u.id = p.owner and u.photo = p.id
      and ($2::uuid = u.id or exists (select from connections c where c.owner = $2 and c.other = u.id))
  ))`;

interface Part {
  type: string;
  size: number;
  object: string | null;
  part: Buffer | null;
}

/** Checks access for each part. A slow reader may be ended (`end`). Without reading, call `release`. @throws {ProductError} not_found, too_many, unavailable */
export async function readPhoto(
  { bulkPool }: Pick<Context, 'bulkPool'>,
  objects: PhotoObjects | undefined,
  memory: Room,
  id: string,
  { uid, site, end }: { uid: string; site: string; end: () => void },
) {
  const place = memory.take([site, uid], PART_BYTES, end);
  const release = () => void place.release();
  const readPart = async (from: number): Promise<Part> => {
    const { rows } = await bulkPool.query<Part>({ name: 'read-photo', text: READ, values: [id, uid, from] });
    if (!rows[0]) throw new ProductError('not_found');
    return rows[0];
  };
  try {
    const first = await readPart(0);
    // Without a bucket the bytes cannot be had: `S3_URL` has been taken away.
    if (first.object && !objects) throw new ProductError('unavailable');
    const parts = first.object ? partsOfObject(objects!, first.object, release) : partsOf(first, readPart, release);
    return { type: first.type, size: first.size, parts, release };
  } catch (error) {
    release();
    throw error;
  }
}

async function* partsOf({ part, size }: Part, readPart: (from: number) => Promise<Part>, release: () => void) {
  try {
    yield new Uint8Array(part!);
    for (let from = part!.length; from < size; ) {
      const next = await readPart(from);
      if (!next.part) throw new Error('The photo has moved to the bucket while it was read.');
      yield new Uint8Array(next.part);
      from += next.part.length;
    }
  } finally {
    release();
  }
}

async function* partsOfObject(objects: PhotoObjects, object: string, release: () => void) {
  try {
    for await (const part of await objects.get(object)) yield part;
  } finally {
    release();
  }
}

import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';

/** A part of a photo in memory. A slow reader holds one, and no connection. */
const PART_BYTES = 256 * 1024;

/**
 * A part of a photo for one of the two people of its message. They must be connected, as for reading the message, and the message
 * must still show the photo.
 */
const READ = `
  select p.type, length(p.bytes) as size, substring(p.bytes from $3::integer + 1 for ${PART_BYTES}) as part
  from photos p join messages m on m.id = p.message and m.sender = p.owner
  where p.id = $1 and $2::uuid in (m.sender, m.receiver)
    and m.photos @> jsonb_build_array(jsonb_build_object('id', p.id))
    and exists (
      select from connections c
      where c.owner = $2 and c.other = case $2::uuid when m.sender then m.receiver else m.sender end
    )`;

interface Part {
  type: string;
  /** Of the whole photo, in bytes. */
  size: number;
  part: Buffer;
}

/**
 * A photo's bytes, read part by part and only as fast as the reader takes them. Each part asks again whether the reader may see it.
 * @throws {ProductError} not_found for everybody but the two people; unavailable
 */
export async function readPhoto({ photoPool }: Pick<Context, 'photoPool'>, id: string, reader: string) {
  const readPart = async (from: number): Promise<Part> => {
    const { rows } = await photoPool.query<Part>({ name: 'read-photo', text: READ, values: [id, reader, from] });
    if (!rows[0]) throw new ProductError('not_found');
    return rows[0];
  };
  const { type, size, part } = await readPart(0);
  return { type, size, parts: partsOf(part, size, readPart) };
}

async function* partsOf(first: Buffer, size: number, readPart: (from: number) => Promise<Part>) {
  yield new Uint8Array(first);
  for (let from = first.length; from < size; ) {
    const { part } = await readPart(from);
    yield new Uint8Array(part);
    from += part.length;
  }
}

import { ProductError } from '#contract/errors.ts';
import type { PhotoObjects } from '#server/features/photos/index.ts';
import type { ExportPages, Row } from './export-pages.ts';
import { PHOTO_OBJECT, PHOTO_PARTS } from './export-statements.ts';

/** Before a photo's first byte. */
const START_OF_PHOTO = ['0'];

/**
 * The member `photos` of an export: a list of photos with their bytes as `data`, in base64. A photo is read part by part, so that
 * none is in memory as a whole. After an error the list ends after a whole string, and is closed.
 */
export async function* photosOf(
  reader: ExportPages,
  pages: AsyncIterable<Row[]>,
  objects: PhotoObjects | undefined,
): AsyncGenerator<string> {
  yield ',"photos":[';
  let separator = '\n';
  let isInside = false;
  try {
    for await (const page of pages) {
      for (const photo of page) {
        isInside = true;
        yield `${separator}${JSON.stringify(photo).slice(0, -1)},"data":"`;
        separator = ',\n';
        yield* dataOf(reader, photo.id, objects);
        yield '"}';
        isInside = false;
      }
      // JSON allows spaces between two members. A silent connection would be cut off.
      yield ' ';
    }
  } catch (error) {
    yield isInside ? '"}]' : ']';
    throw error;
  }
  yield ']';
}

/** A photo's bytes in base64, from PostgreSQL or from S3. @throws {ProductError} unavailable: S3 cannot be used */
async function* dataOf(reader: ExportPages, id: unknown, objects: PhotoObjects | undefined): AsyncGenerator<string> {
  const [inS3] = await reader.rows<{ object: string }>(PHOTO_OBJECT, [id]);
  if (!inS3) {
    for await (const parts of reader.pages(PHOTO_PARTS, START_OF_PHOTO, [id]))
      for (const { data } of parts) yield String(data);
    return;
  }
  if (!objects) throw new ProductError('unavailable');
  let rest: Uint8Array = new Uint8Array();
  for await (const part of await objects.get(inS3.object)) {
    const bytes = Buffer.concat([rest, part]);
    // Base64 of whole groups of three can be joined.
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield Buffer.from(rest).toString('base64');
}

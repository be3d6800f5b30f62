import type { ExportPages, Row } from './export-pages.ts';
import { PHOTO_PARTS } from './export-statements.ts';

/** Before a photo's first byte. */
const START_OF_PHOTO = ['0'];

/**
 * The member `photos` of an export: a list of photos with their bytes as `data`, in base64. A photo is read part by part, so that
 * none is in memory as a whole. After an error the list ends after a whole string, and is closed.
 */
export async function* photosOf(reader: ExportPages, pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield ',"photos":[';
  let separator = '\n';
  let isInside = false;
  try {
    for await (const page of pages) {
      for (const photo of page) {
        isInside = true;
        yield `${separator}${JSON.stringify(photo).slice(0, -1)},"data":"`;
        separator = ',\n';
        for await (const parts of reader.pages(PHOTO_PARTS, START_OF_PHOTO, [photo.id]))
          for (const { data } of parts) yield String(data);
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

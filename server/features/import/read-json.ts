import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { JSONParser } from '@streamparser/json';

export interface Found {
  path: (string | number)[];
  value: unknown;
}

const MOST_AT_ONCE = 2_000;

/** The file is no JSON of an export, or ends in the middle. */
export class Unreadable extends Error {}

/**
 * Reads values of a large JSON file in the order of the file, some thousand at a time.
 * @param file its address; `.gz` is unpacked
 * @param paths of the values, such as `$.users.*.info`
 * @throws {Unreadable}
 */
export async function* readJson(file: string, paths: string[]): AsyncGenerator<Found[]> {
  const parser = new JSONParser({ paths, keepStack: false, stringBufferSize: 64 * 1024 });
  let found: Found[] = [];
  parser.onValue = ({ value, key, stack }) => {
    // A gap in an array: there is nothing.
    if (value === null) return;
    found.push({ path: [...stack.slice(1).map((parent) => parent.key!), key!], value: plain(value) });
  };
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes) {
      parser.write(chunk);
      if (found.length < MOST_AT_ONCE) continue;
      yield found;
      found = [];
    }
  } catch (error) {
    throw new Unreadable(`${file} could not be read: ${(error as Error).message}`, { cause: error });
  }
  if (!parser.isEnded) throw new Unreadable(`${file} ends in the middle.`);
  yield found;
}

/** Without `.priority` and `.value`, which one kind of export of a Realtime Database adds. Arrays become objects. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('.value' in value) return value['.value'];
  const kept = Object.entries(value).filter(([key, child]) => !key.startsWith('.') && child !== null);
  return Object.fromEntries(kept.map(([key, child]) => [key, plain(child)]));
}

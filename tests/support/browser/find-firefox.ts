import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['firefox', 'firefox-esr'];

const USUAL_PLACES = ['/usr/lib/firefox-esr/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/**
 * Looks for Firefox at `FIREFOX_PATH`, on the PATH and in the usual places.
 * @returns its executable's path, or undefined if there is none that tests can drive
 */
export function findFirefox(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.FIREFOX_PATH, ...onPath, ...USUAL_PLACES].find(
    (path) => path && existsSync(path) && !isSnap(path),
  );
}

/** A snap cannot open the profile folder that a test creates. */
function isSnap(path: string): boolean {
  return realpathSync(path).includes('/snap') || readFileSync(path).includes('/snap/bin/');
}

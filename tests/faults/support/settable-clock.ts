import { globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** libfaketime, a package of Debian and other systems: it replaces the C library's clock functions. */
const [LIBRARY] = globSync('/usr/{lib,lib64,local/lib}/{,*/}faketime/libfaketimeMT.so.1');

export const CLOCK_CAN_BE_SET = LIBRARY !== undefined;

/** A clock for an app and its PostgreSQL that the test can set while they run. */
export class SettableClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'moodring-clock-'));
  readonly #file = join(this.#folder, 'offset');

  constructor() {
    this.set('+0');
  }

  /** The app's environment variables. The monotonic clock is unchanged, as when a real machine's clock is set. */
  get settings(): Record<string, string> {
    return {
      LD_PRELOAD: LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param offset from the true time: '+1h', '-1h' */
  set(offset: string): void {
    // A rename is atomic: processes read the file all the time and must not see half of it.
    writeFileSync(`${this.#file}.new`, offset);
    renameSync(`${this.#file}.new`, this.#file);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

import { globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** libfaketime, a package of Debian and of others: it answers those who ask for the time. */
const [LIBRARY] = globSync('/usr/{lib,lib64,local/lib}/{,*/}faketime/libfaketimeMT.so.1');

export const CLOCK_CAN_BE_SET = LIBRARY !== undefined;

/** The clock of a machine that a whole app runs on, its PostgreSQL included: it can be set while they run. */
export class SettableClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'moodring-clock-'));
  readonly #file = join(this.#folder, 'offset');

  constructor() {
    this.set('+0');
  }

  /** For the app's environment. What measures how long something takes goes on steadily, as on a real machine. */
  get settings(): Record<string, string> {
    return {
      LD_PRELOAD: LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param offset from the right time: '+1h', '-1h' */
  set(offset: string): void {
    // At one blow: everybody on it reads it all the time.
    writeFileSync(`${this.#file}.new`, offset);
    renameSync(`${this.#file}.new`, this.#file);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

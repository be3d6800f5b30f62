import type { Logger } from 'pino';

/** Something that can be down for a while: its beginning and its end are logged, not every time in between. */
export interface Trouble {
  begins(reason: string): void;
  ends(): void;
}

/** @param what who is in trouble, as the subject of the log's lines */
export function createTrouble(log: Logger, what: string): Trouble {
  let inTrouble = false;
  return {
    begins(reason) {
      if (inTrouble) return;
      inTrouble = true;
      log.warn({ part: 'texts', reason }, `${what} is in trouble: texts wait`);
    },
    ends() {
      if (!inTrouble) return;
      inTrouble = false;
      log.info({ part: 'texts' }, `${what} works again`);
    },
  };
}

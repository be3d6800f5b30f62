import type { Logger } from 'pino';

/** Something that can be down for a while: its beginning and its end are logged, not every time in between. */
export interface OutageLog {
  /** @param needsMending it does not pass by itself: the reason says what to look at */
  begins(reason: string, needsMending?: boolean): void;
  ends(): void;
}

/** @param what who is in trouble, as the subject of the log's lines */
export function createOutageLog(log: Logger, what: string): OutageLog {
  let told: 'nothing' | 'trouble' | 'mending' = 'nothing';
  return {
    begins(reason, needsMending = false) {
      if (needsMending && told !== 'mending') {
        told = 'mending';
        log.error({ part: 'texts', reason }, `${what} has to be mended: texts wait`);
      } else if (told === 'nothing') {
        told = 'trouble';
        log.warn({ part: 'texts', reason }, `${what} is in trouble: texts wait`);
      }
    },
    ends() {
      if (told === 'nothing') return;
      told = 'nothing';
      log.info({ part: 'texts' }, `${what} works again`);
    },
  };
}

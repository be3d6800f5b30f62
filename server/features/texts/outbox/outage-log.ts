import type { Logger } from 'pino';

/** Logs the beginning and the end of an outage, and not every failure in between. */
export interface OutageLog {
  /** @param isMisconfigured it does not pass by itself: the reason says what to look at */
  recordFailure(reason: string, isMisconfigured?: boolean): void;
  recordSuccess(): void;
}

/** @param what the service that fails, as the subject of the log's lines */
export function createOutageLog(log: Logger, what: string): OutageLog {
  let logged: 'nothing' | 'failure' | 'misconfiguration' = 'nothing';
  return {
    recordFailure(reason, isMisconfigured = false) {
      if (isMisconfigured && logged !== 'misconfiguration') {
        logged = 'misconfiguration';
        log.error({ part: 'texts', reason }, `${what} is misconfigured: texts wait`);
      } else if (logged === 'nothing') {
        logged = 'failure';
        log.warn({ part: 'texts', reason }, `${what} is failing: texts wait`);
      }
    },
    recordSuccess() {
      if (logged === 'nothing') return;
      logged = 'nothing';
      log.info({ part: 'texts' }, `${what} works again`);
    },
  };
}

import type { Logger } from 'pino';

/** Logs the beginning and the end of an outage, and not every failure in between. */
export interface OutageLog {
  /** @param isMisconfigured it does not pass by itself: the reason says what to look at */
  recordFailure(reason: string, isMisconfigured?: boolean): void;
  recordSuccess(): void;
}

export function createOutageLog(log: Logger, what: string, waiting: 'texts' | 'pushes' = 'texts'): OutageLog {
  let logged: 'nothing' | 'failure' | 'misconfiguration' = 'nothing';
  return {
    recordFailure(reason, isMisconfigured = false) {
      if (isMisconfigured && logged !== 'misconfiguration') {
        logged = 'misconfiguration';
        log.error({ part: waiting, reason }, `${what} is misconfigured: ${waiting} wait`);
      } else if (logged === 'nothing') {
        logged = 'failure';
        log.warn({ part: waiting, reason }, `${what} is failing: ${waiting} wait`);
      }
    },
    recordSuccess() {
      if (logged === 'nothing') return;
      logged = 'nothing';
      log.info({ part: waiting }, `${what} works again`);
    },
  };
}

import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';

/** The server's log. At no level does it show messages, passwords, phone numbers or cookies. */
export function createLog(destination: DestinationStream, level: string): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}

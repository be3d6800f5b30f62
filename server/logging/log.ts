import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';

/** The server's log. What people say, their passwords, phone numbers and cookies are in none of its lines, at any level. */
export function createLog(destination: DestinationStream, level: string): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}

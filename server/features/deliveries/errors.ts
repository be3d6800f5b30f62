/** A temporary failure. The reason goes to the log and the database, so it must not contain an address or a message. */
export class RetryLater extends Error {
  /** The service asks not to be called again for this many milliseconds. */
  readonly afterMs: number;

  constructor(reason: string, afterMs = 0) {
    super(reason);
    this.name = new.target.name;
    this.afterMs = afterMs;
  }
}

/** Retries fail until the operator corrects something. The reason says what to look at. */
export class Misconfigured extends RetryLater {}

/** There was no answer at all. */
export class Unreachable extends RetryLater {}

/** A permanent failure, because of the delivery itself. The reason must not contain an address or a message. */
export class Refused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = new.target.name;
  }
}

/** The address takes nothing any more: STOP was texted from the phone, or the subscription has ended. */
export class Gone extends Refused {}

/** For the log: other errors may quote the message, so only their name is kept. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refused || error instanceof RetryLater) return error.message;
  return `unexpected ${error instanceof Error ? error.name : 'error'} in the gateway`;
}

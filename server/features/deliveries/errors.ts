/** A temporary failure. The log and the database keep the reason, so it must not contain an address or a message. */
export class RetryLater extends Error {
  readonly afterMs: number;

  constructor(reason: string, afterMs = 0) {
    super(reason);
    this.name = new.target.name;
    this.afterMs = afterMs;
  }
}

/** The operator has to correct something. The reason says what to look at. */
export class Misconfigured extends RetryLater {}

/** A permanent failure, because of the delivery itself. The reason must not contain an address or a message. */
export class Refused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = new.target.name;
  }
}

/** STOP was texted from the phone, or the subscription has ended. */
export class Gone extends Refused {}

/** The message of any other error may quote the delivery, so only its name is kept. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refused || error instanceof RetryLater) return error.message;
  return `unexpected ${error instanceof Error ? error.name : 'error'} in the gateway`;
}

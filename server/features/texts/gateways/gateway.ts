/** Which of the two message endpoints a text belongs to (spec §7). The product uses 'general' everywhere. */
export type TextKind = 'welcome' | 'general';

/** A text as a gateway gets it. `id` stays the same over every attempt. */
export interface OutgoingText {
  id: string;
  phoneNumber: string;
  message: string;
}

/** What hands texts to the phone network. */
export interface Gateway {
  /** For the start-up lines: says where texts go, and no secret. */
  name: string;
  /**
   * Resolves when the text is taken. Settles soon after `signal` aborts, and within seconds by itself.
   * @throws {RetryLater} when it may go well another time; {NeedsMending} when somebody has to do something first
   * @throws {Refused} when this text never will
   */
  send(text: OutgoingText, signal: AbortSignal): Promise<{ providerId: string | null }>;
}

/** The gateway of each kind; a kind without one has its texts recorded and not sent. */
export type Gateways = Partial<Record<TextKind, Gateway>>;

/** Not now. The reason goes to the log and the outbox, so it bears no phone number and no message. */
export class RetryLater extends Error {
  /** The gateway asks to be left alone for this many milliseconds. */
  readonly afterMs: number;

  constructor(reason: string, afterMs = 0) {
    super(reason);
    this.name = 'RetryLater';
    this.afterMs = afterMs;
  }
}

/** Not before somebody has mended the gateway or its settings: the reason says what to look at. */
export class NeedsMending extends RetryLater {
  constructor(reason: string) {
    super(reason);
    this.name = 'NeedsMending';
  }
}

/** Never, because of the text itself. The reason bears no phone number and no message. */
export class Refused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Refused';
  }
}

/** Which of the two message endpoints a text belongs to (spec §7). The product uses 'general' everywhere. */
export type TextKind = 'welcome' | 'general';

/** A text as a gateway gets it. `id` is the same in every attempt. */
interface OutgoingText {
  id: string;
  /** `key` of `readNumber`: E.164 of every valid number. */
  phoneNumber: string;
  /** For message endpoints (spec §7): as it was typed by hand; a friend's in E.164, or as typed when it is no number. */
  writtenNumber?: string;
  message: string;
  /** Whether it asks for support: a gateway with an order of its own sends it first. */
  isSupport?: boolean;
}

/** Who reports about texts and brings those that phones send to us. */
export type Provider = 'endpoint' | 'android' | 'twilio';

export interface Gateway {
  /** For the start-up lines: names the destination, and no secret. */
  name: string;
  /** Only this provider's reports about its texts are believed; without one, nobody's. */
  provider?: Provider;
  /** How many texts a node gives it at once, if it takes fewer than others. */
  atOnce?: number;
  /**
   * Resolves when the text is accepted. Settles soon after `signal` aborts, and within seconds by itself.
   * @throws {RetryLater} when a later attempt may succeed; {Misconfigured} when the operator has to act first
   * @throws {Refused} when this text can never be sent; {Gone} when STOP was texted from this phone
   */
  send(text: OutgoingText, signal: AbortSignal): Promise<{ providerId: string | null }>;
}

/** The gateway of each kind. Texts of a kind without one are recorded and not sent. */
export type Gateways = Partial<Record<TextKind, Gateway>>;

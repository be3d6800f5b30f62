/** The message endpoint of a text (spec §7). The product uses 'general' everywhere. */
export type TextKind = 'welcome' | 'general';

interface OutgoingText {
  id: string;
  /** `key` of `readNumber`: E.164 of every valid number. */
  phoneNumber: string;
  /** For message endpoints (spec §7): as it was typed by hand, or a friend's in E.164. */
  writtenNumber?: string;
  message: string;
  isSupport?: boolean;
}

export type Provider = 'endpoint' | 'android' | 'twilio';

export interface Gateway {
  name: string;
  /** Only this provider's reports about its texts are believed. */
  provider?: Provider;
  atOnce?: number;
  /**
   * Settles soon after `signal` aborts, and within seconds by itself.
   * @throws {RetryLater} when a later attempt may succeed; {Misconfigured} when the operator has to act first
   * @throws {Refused} when this text can never be sent; {Gone} when STOP was texted from this phone
   */
  send(text: OutgoingText, signal: AbortSignal): Promise<{ providerId: string | null }>;
}

/** Texts of a kind without one are recorded and not sent. */
export type Gateways = Partial<Record<TextKind, Gateway>>;

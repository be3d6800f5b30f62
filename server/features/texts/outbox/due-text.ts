import type { Delivery, Outcome } from '#server/features/deliveries/index.ts';
import type { TextReason } from '../text-columns.ts';
import type { LookedText } from './look-at-texts.ts';

/** A text that may be sent now, with its words and number. */
export interface DueText extends Delivery, Omit<LookedText, 'phoneNumber'> {
  phoneNumber: string;
  message: string;
}

export interface TextOutcome extends Outcome {
  /** Of a text that is held back, where a rule depends on it. */
  code?: TextReason;
  /** The account for which it was, if it may be another one than before. */
  recipient?: string | null;
  providerId?: string | null;
  /** The limits have counted it. */
  isCounted?: boolean;
}

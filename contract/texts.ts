/** Texts between phones and us, as gateways report them. The browser imports the types only. */
import { z } from 'zod';
import { MESSAGE_MAX_LENGTH, PHONE_NUMBER_MAX_LENGTH } from './sizes.ts';

/** What became of a text that a gateway took, in the order in which it moves forward. */
export const DELIVERIES = ['sent', 'undelivered', 'delivered'] as const;

const deliverySchema = z.enum(DELIVERIES);

/** A message endpoint's report about a text, whose id it got in the header `Idempotency-Key`. */
export const receiptSchema = z.object({
  status: deliverySchema.describe(
    "sent: it left the gateway; delivered: the phone has it; undelivered: it won't get it",
  ),
  error: z.string().max(1_000).optional().describe('why it is undelivered'),
});

/** A text that arrived at the gateway's number. */
export const incomingTextSchema = z.object({
  phoneNumber: z.string().max(PHONE_NUMBER_MAX_LENGTH).describe('from which it came'),
  message: z.string().max(MESSAGE_MAX_LENGTH),
});

/** `reply`: words to text back to that phone; null for none. */
export const incomingAnswerSchema = z.object({ reply: z.string().nullable() }).meta({ id: 'IncomingAnswer' });

export const phoneCheckSchema = z.object({ phoneNumber: z.string().max(PHONE_NUMBER_MAX_LENGTH) });

export const checkedPhoneSchema = z
  .object({ canText: z.boolean().describe('whether it is a phone number that texts can reach') })
  .meta({ id: 'CheckedPhone' });

export type Delivery = z.infer<typeof deliverySchema>;
export type CheckedPhone = z.infer<typeof checkedPhoneSchema>;

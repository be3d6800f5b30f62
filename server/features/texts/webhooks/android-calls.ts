import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import type { Delivery } from '#contract/texts.ts';
import type { Context } from '#server/context.ts';
import { reasonOf } from '#server/features/deliveries/index.ts';
import { parseBody, readBody } from '../endpoints/read-body.ts';
import { receiveText } from './receive-text.ts';
import { recordReceipt } from './record-receipt.ts';
import { isSignedByAndroid } from './signatures.ts';

const DELIVERY: Record<string, Delivery> = {
  'sms:sent': 'sent',
  'sms:delivered': 'delivered',
  'sms:failed': 'undelivered',
};

const RECEIVED = 'sms:received';

/** Newer apps say `sender` and `recipient`; older ones have `phoneNumber` for the other phone. */
const eventSchema = z.object({
  event: z.string(),
  payload: z.object({
    messageId: z.string().nullish(),
    reason: z.string().nullish(),
    message: z.string().nullish(),
    phoneNumber: z.string().nullish(),
    sender: z.string().nullish(),
    recipient: z.string().nullish(),
    receivedAt: z.iso.datetime({ offset: true }).nullish().catch(null),
  }),
});

/** A report about a text, or a text that the phone got. @throws {ProductError} not_the_gateway, not_found */
export async function takeAndroidEvent(context: Context, request: Request): Promise<void> {
  const body = await readBody(request);
  const key = context.config.android?.webhookKey;
  if (!key || !isSignedByAndroid(key, body, request.headers)) throw new ProductError('not_the_gateway');
  const { event, payload } = parseBody(eventSchema, body);
  const delivery = DELIVERY[event];
  // Other programs may send texts with this phone. The app would repeat a refused report for days.
  if (delivery && z.uuid().safeParse(payload.messageId).success) {
    const receipt = { id: payload.messageId!, delivery, reason: payload.reason ?? undefined };
    await recordReceipt(context, 'android', receipt);
  }
  if (event !== RECEIVED) return;
  const { message, receivedAt, recipient } = payload;
  const phoneNumber = payload.sender ?? payload.phoneNumber ?? '';
  const at = receivedAt ? new Date(receivedAt) : undefined;
  const words = await receiveText(context, { phoneNumber, message: message ?? '', to: recipient, at });
  if (words) await textBack(context, phoneNumber, words);
}

/** Past the outbox, which sends nothing to a stopped phone. A failed answer is not repeated. */
async function textBack({ gateways, log }: Context, phoneNumber: string, message: string): Promise<void> {
  const gateway = Object.values(gateways).find(({ provider }) => provider === 'android');
  try {
    await gateway?.send({ id: `reply-${crypto.randomUUID()}`, phoneNumber, message }, new AbortController().signal);
  } catch (error) {
    log.warn({ part: 'texts', reason: reasonOf(error) }, 'The answer to a text could not be sent');
  }
}

import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import type { Delivery } from '#contract/texts.ts';
import type { Context } from '#server/context.ts';
import { readNumber } from '#server/phone-numbers/read-number.ts';
import { readBody } from '../endpoints/read-body.ts';
import { escapeXml } from '../gateways/phone-call.ts';
import { STOPPED_CODE } from '../gateways/twilio-gateway.ts';
import { readKeyword } from '../stops/read-keyword.ts';
import { reportStopped } from '../stops/text-stops.ts';
import { receiveText } from './receive-text.ts';
import { recordReceipt } from './record-receipt.ts';
import { isSignedByTwilio } from './signatures.ts';
import { takeOnce } from './take-once.ts';

/** Twilio sends about thirty. Strangers may call, and thousands take milliseconds to read, sort and sign. */
const MOST_FIELDS = 200;

const DELIVERY: Record<string, Delivery> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
};

/** Twilio's report about a text, whose id is in the signed query. @throws {ProductError} not_the_gateway, not_found */
export async function takeTwilioReceipt(context: Context, request: Request): Promise<void> {
  const { form, signature } = await readSignedForm(context, request);
  const delivery = DELIVERY[form.get('MessageStatus') ?? ''];
  if (!delivery) return;
  const code = form.get('ErrorCode');
  const isStopped = code === String(STOPPED_CODE);
  if (isStopped) await takeOnce(context.pool, signature, () => reportPhone(context, form.get('To') ?? ''));
  const id = new URL(request.url).searchParams.get('text') ?? '';
  await recordReceipt(context, 'twilio', {
    id,
    delivery,
    reason: code ? `Twilio reported ${code}` : undefined,
    isStopped,
  });
}

async function reportPhone({ pool, config }: Context, to: string): Promise<void> {
  const { key, restriction } = readNumber(to, config.defaultCountry);
  if (!restriction) await reportStopped(pool, key);
}

/** A text of one of these words alone is answered by Twilio itself. */
const ANSWERED = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|start|yes|unstop|help|info)$/i;

/**
 * A copy of the call is answered by nothing.
 * @returns what Twilio does next (TwiML)
 * @throws {ProductError} not_the_gateway
 */
export async function takeTwilioText(context: Context, request: Request): Promise<string> {
  const { form, signature } = await readSignedForm(context, request);
  const message = form.get('Body') ?? '';
  // What Twilio's Advanced Opt-Out understood, and has answered: STOP, START or HELP.
  const optOut = form.get('OptOutType') ?? '';
  const text = {
    ...{ phoneNumber: form.get('From') ?? '', message, to: form.get('To') },
    ...{ keyword: readKeyword(optOut), isKeywordAnswered: optOut !== '' || ANSWERED.test(message.trim()) },
  };
  const words = await takeOnce(context.pool, signature, () => receiveText(context, text));
  return `<?xml version="1.0" encoding="UTF-8"?>${words ? textBack(words) : '<Response/>'}`;
}

function textBack(words: string): string {
  return `<Response><Message>${escapeXml(words)}</Message></Response>`;
}

const calledSchema = z.object({ ask: z.uuid(), friend: z.uuid() });

/**
 * Takes the key that a friend pressed in a phone call. Whose it is and which ask stands in the address, which Twilio signs.
 * @returns what Twilio does next (TwiML), nothing after a copy of the call
 * @throws {ProductError} not_the_gateway, not_found
 */
export async function takePressedKey(context: Context, request: Request): Promise<string> {
  const { form, signature } = await readSignedForm(context, request);
  const called = calledSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!called.success) throw new ProductError('not_found');
  const key = { ...called.data, isYes: form.get('Digits') === '1' };
  return (await takeOnce(context.pool, signature, () => context.answerByCall(key))) ?? '<Response/>';
}

async function readSignedForm({ config }: Context, request: Request) {
  const body = await readBody(request);
  if (!config.twilio || body.split('&', MOST_FIELDS + 1).length > MOST_FIELDS)
    throw new ProductError('not_the_gateway');
  const form = new URLSearchParams(body);
  const { pathname, search } = new URL(request.url);
  const signature = request.headers.get('x-twilio-signature') ?? '';
  const address = `${config.appUrl}${pathname}${search}`;
  if (!isSignedByTwilio(config.twilio.authToken, address, form, signature)) throw new ProductError('not_the_gateway');
  return { form, signature };
}

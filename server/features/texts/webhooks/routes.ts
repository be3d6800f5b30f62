import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { incomingAnswerSchema, incomingTextSchema, receiptSchema } from '#contract/texts.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { describePost, responses } from '#server/http/describe-call.ts';
import { hasBearerToken } from '../endpoints/message-endpoint.ts';
import { parseBody, readBody } from '../endpoints/read-body.ts';
import { WEBHOOKS } from '../gateways/webhook-addresses.ts';
import { takeAndroidEvent } from './android-calls.ts';
import { receiveText } from './receive-text.ts';
import { recordReceipt } from './record-receipt.ts';
import { takePressedKey, takeTwilioReceipt, takeTwilioText } from './twilio-calls.ts';

const TWILIO_SIGNATURE = 'x-twilio-signature';
const TWIML = { 'content-type': 'text/xml' };

const path = (address: string) => address.replace(/^\/api/, '');

/** Gateways prove who they are with a signature or the secret, and send no cookie. */
export function webhookRoutes(context: Context) {
  const api = createApi();
  const stored = 'The report about a text is stored; only a message endpoint with the secret may';
  const read = 'STOP, START, HELP and replies to calls for support are read; only a gateway may bring them';
  describePost(api, '/texts/{id}/status', receiptSchema, responses(z.object({}), stored), z.object({ id: z.uuid() }));
  describePost(api, path(WEBHOOKS.incoming), incomingTextSchema, responses(incomingAnswerSchema, read));
  api.post('/texts/:id/status', async (c) => {
    requireSecret(context, c.req.raw);
    const { status: delivery, error: reason } = parseBody(receiptSchema, await readBody(c.req.raw));
    await recordReceipt(context, 'endpoint', { id: c.req.param('id'), delivery, reason });
    return c.json({}, 200);
  });
  api.post(path(WEBHOOKS.incoming), async (c) => {
    if (c.req.header(TWILIO_SIGNATURE) !== undefined) {
      return c.body(await takeTwilioText(context, c.req.raw), 200, TWIML);
    }
    requireSecret(context, c.req.raw);
    const text = parseBody(incomingTextSchema, await readBody(c.req.raw));
    return c.json({ reply: await receiveText(context, text) }, 200);
  });
  api.post(path(WEBHOOKS.twilio), async (c) => {
    await takeTwilioReceipt(context, c.req.raw);
    return c.body(null, 204);
  });
  api.post(path(WEBHOOKS.call), async (c) => c.body(await takePressedKey(context, c.req.raw), 200, TWIML));
  api.post(path(WEBHOOKS.android), async (c) => {
    await takeAndroidEvent(context, c.req.raw);
    return c.body(null, 204);
  });
  return api;
}

function requireSecret({ config }: Context, { headers }: Request): void {
  if (!hasBearerToken(headers, config.messageEndpointSecret)) throw new ProductError('not_the_gateway');
}

import type pg from 'pg';
import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { type TextMessage, textMessageSchema } from '#contract/inputs.ts';
import { checkedPhoneSchema, phoneCheckSchema } from '#contract/texts.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { createCalls } from '#server/http/calls.ts';
import { describePost, responses } from '#server/http/describe-call.ts';
import { type Count, LIMITS } from '#server/limits/index.ts';
import { clientSite } from '#server/network/client-network.ts';
import { normalizeDigits } from '#server/phone-numbers/parse-number.ts';
import { readNumber } from '#server/phone-numbers/read-number.ts';
import { checkNumber, isTextingRestricted } from '#server/phone-numbers/texting-restriction.ts';
import { hasBearerToken, messageEndpoint } from './endpoints/message-endpoint.ts';
import type { TextKind } from './gateways/gateway.ts';
import { WEBHOOKS } from './gateways/webhook-addresses.ts';
import { makeTypedText } from './outbox/make-texts.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export const GATEWAY_FORMS = [WEBHOOKS.incoming, WEBHOOKS.twilio, WEBHOOKS.call];

interface Caller {
  uid: string | null;
  isNew: boolean;
  address: string;
  textId: string;
  renewedCookies: readonly string[];
}

/** The message endpoints (spec §7), and what gateways report. */
export function textsRoutes(context: Context) {
  const { api, open } = createCalls(context);
  // Asked signed out, too, so it says nothing about any person.
  open(
    'post',
    '/phone-numbers/check',
    { body: phoneCheckSchema, answer: checkedPhoneSchema, says: 'Whether texts can reach this number' },
    async ({ body, c }) => {
      await context.limits.count([LIMITS.checkAPhoneNumber.network, clientSite(c.var.address)]);
      return { canText: !isTextingRestricted(body.phoneNumber, context.config.defaultCountry) };
    },
  );
  api.route('/', webhookRoutes(context));
  for (const kind of ['welcome', 'general'] as const) {
    const path = `/texts/${kind}`;
    const { 200: accepted, default: refused } = responses(z.object({}), 'The text is stored and on its way');
    describePost(api, path, textMessageSchema, { 202: accepted, default: refused });
    api.post(path, async (c) => {
      const caller = await findCaller(context, c.req.raw.headers, c.var.address);
      const endpoint = messageEndpoint(async () => caller && ((text) => storeText(context, kind, caller, text)));
      const answer = await endpoint(c.req.raw);
      for (const cookie of caller?.renewedCookies ?? []) answer.headers.append('set-cookie', cookie);
      return answer;
    });
  }
  return api;
}

async function findCaller({ config, identity }: Context, headers: Headers, address: string): Promise<Caller | null> {
  if (hasBearerToken(headers, config.messageEndpointSecret)) {
    const key = z.uuid().safeParse(headers.get('idempotency-key'));
    return { uid: null, isNew: false, address, textId: key.data ?? crypto.randomUUID(), renewedCookies: [] };
  }
  const person = await identity.findPerson(headers.get('cookie'));
  return person && { ...person, address, textId: crypto.randomUUID() };
}

async function storeText(context: Context, kind: TextKind, caller: Caller, text: TextMessage): Promise<void> {
  const { config, pool, limits, outbox } = context;
  const { uid, isNew, address, textId } = caller;
  // Nobody has proven a typed number. Other programs with the secret are the operator's.
  if (uid && config.phoneProof === 'required') throw new ProductError('invalid', (t) => t.textsOnlyToConfirmed);
  // Reading a number can take ten milliseconds. One that gets no text is not counted as a text.
  if (uid) await limits.count([LIMITS.checkAPhoneNumber.network, clientSite(address)]);
  checkNumber(text.phoneNumber, config);
  const { key: phoneKey, dialled } = readNumber(text.phoneNumber, config.defaultCountry);
  if (uid) await limits.count(...limitsByHand(uid, isNew, address, dialled));
  await outbox.admit();
  await inTransaction(pool, async (db) => {
    if (uid) await lockPerson(db, uid);
    const phoneNumber = normalizeDigits(text.phoneNumber);
    const typed = { kind, id: textId, author: uid, phoneNumber, phoneKey, message: text.message };
    await makeTypedText(db, typed, outbox.newTexts(kind));
  });
  outbox.wake();
}

function limitsByHand(uid: string, isNew: boolean, address: string, dialled: string): Count[] {
  return [
    ...(isNew ? [[LIMITS.textByHand.newAccount, uid] as const] : []),
    [LIMITS.textByHand.person, uid],
    [LIMITS.textByHand.network, clientSite(address)],
    [LIMITS.textByHand.number, dialled],
  ];
}

/** A text that is stored while its person leaves would not be removed with them. */
async function lockPerson(db: pg.ClientBase, uid: string): Promise<void> {
  const { rowCount } = await db.query('select from users where id = $1 for key share', [uid]);
  if (rowCount === 0) throw new ProductError('not_signed_in');
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import {
  attempt,
  type Channel,
  DEFAULT_WORKER_OPTIONS,
  type Delivery,
  type Outcome,
  type Queue,
  Refused,
  storeIn,
} from '#server/features/deliveries/index.ts';
import { callPhone, type Outbox } from '#server/features/texts/index.ts';
import { LIMITS, type Limits, RateLimitExceeded, refusalOf } from '#server/limits/index.ts';
import { logRepeated } from '#server/logging/log-repeated.ts';
import type { Mailer } from '#server/mail/index.ts';
import { endSubscription } from '../devices/devices.ts';
import { closePayload, noticeCall, noticeMail, noticePayload, ntfyMessage, tagOf } from '../payload.ts';
import { sendMail } from '../services/mail.ts';
import { publish } from '../services/ntfy.ts';
import type { PushSender } from '../services/push-sender.ts';
import { canClose, LAST_RESORTS, NTFY_HOST } from '../services/push-services.ts';
import { type LookedPush, lookAtPushes } from './look-at-pushes.ts';

/** Under way at each push service. Others leave `reserved` of them to calls for support. */
export const PUSH_PLACES = { places: 48, reserved: 36 };
/** As many as the mailer sends at once. */
const LAST_RESORT_PLACES = { places: 2, reserved: 0 };

const HOUR_MS = 60 * 60_000;
/** How long a push is tried. A call and its answer are worth a late notification; a message is in its list anyway. */
const PATIENCE_MS = {
  ...{ mood: 24 * HOUR_MS, answer: 24 * HOUR_MS, missed: 24 * HOUR_MS },
  ...{ 'check-in': HOUR_MS, message: HOUR_MS, connection: HOUR_MS },
};
const CLOSE_ATTEMPTS = 5;
/** Each costs money, and may have rung although Twilio did not answer. */
const CALL_ATTEMPTS = 3;
const COUNT_RETRY_MS = 10_000;

interface DuePush extends Delivery, LookedPush {}

interface PushOutcome extends Outcome {
  version?: number;
}

const QUEUE: Queue = {
  table: 'pushes',
  lane: 'service',
  isWaiting: 'due_at is not null',
  isOther: `(cause <> 'mood')`,
  turn: '0',
  dueAt: 'due_at',
  claim: 'claims',
};

/** A push whose version has changed is due at once. */
const store = storeIn(QUEUE, {
  columns: 'version integer',
  set: `
    shown_at = case when o.result = 'sent' then now() when o.result <> 'over' or t.version <> o.version then t.shown_at end,
    attempts = case o.result when 'retry' then t.attempts + 1 when 'later' then t.attempts else 0 end`,
  dueAfter: 'case when t.version <> o.version then now() end',
});

/** A row that shows nothing and is not due says nothing. */
const REMOVE = 'delete from pushes where id = any($1::uuid[]) and due_at is null and shown_at is null';

const REFUSES = `update push_devices set unconfirmed_since = '-infinity' where id = $1 and endpoint = $2`;
const TAKES = `update push_devices set unconfirmed_since = null, reached_at = now() where id = $1 and endpoint = $2`;

/** A confirmation may come before this is stored, and one within a minute of another is left out. */
const AWAIT_CONFIRMATION = `
  update push_devices set unconfirmed_since = now()
  where id in (
    select id from push_devices where kind = 'browser' and id in (select device from pushes where id = any($1::uuid[]))
      and unconfirmed_since is null and reached_at < now() - interval '2 minutes'
    order by id for no key update skip locked
  )`;

interface Parts {
  pool: pg.Pool;
  log: Logger;
  config: Pick<Config, 'appUrl' | 'pushHosts' | 'twilio'>;
  limits: Limits;
  webPush: PushSender;
  mailer: Mailer;
  /** A phone call counts as a text. */
  outbox: Pick<Outbox, 'admitCall' | 'canSend' | 'needsProof'>;
  services: readonly string[];
}

export function createPushChannel(parts: Parts): Channel<DuePush> {
  const { pool, log, config, webPush, mailer, outbox, services } = parts;
  const { appUrl, pushHosts, twilio } = config;
  let turn: Promise<void> = Promise.resolve();

  /** Encrypting takes half a millisecond. Between two pushes earlier ones leave, and messages come in. */
  function ownTurn(): Promise<void> {
    turn = turn.then(() => nextTurn());
    return turn;
  }

  /** To a browser. */
  function toBrowser(push: DuePush, payload: string, isUrgent: boolean, signal: AbortSignal): Promise<PushOutcome> {
    return post(push, signal, async () => {
      await ownTurn();
      await webPush.send(push, { payload, isUrgent, tag: tagOf(push.cause, push.author) }, signal);
    });
  }

  async function post(push: DuePush, signal: AbortSignal, send: () => Promise<void>): Promise<PushOutcome> {
    const { service, cause } = push;
    const outcome = await attempt(push, send, DEFAULT_WORKER_OPTIONS, signal);
    if (outcome.result === 'gone') {
      log.info({ part: 'pushes', service }, 'A push subscription has ended');
      await endSubscription(pool, push);
    }
    // A person can make up endpoints that refuse every push.
    const about = { part: 'pushes', service, cause, reason: outcome.reason };
    if (outcome.result === 'failed') logRepeated(log, 'error', 'A push was refused and given up', about);
    return { ...outcome, version: push.version };
  }

  async function show(push: DuePush, signal: AbortSignal): Promise<PushOutcome> {
    const refusal = await admitPush(parts, push);
    if (refusal) return refusal;
    if (push.kind === 'email') return post(push, signal, () => sendMail(mailer, noticeMail(push, appUrl), signal));
    if (push.kind === 'call') return post(push, signal, () => callPhone(twilio!, noticeCall(push, appUrl), signal));
    if (push.kind === 'ntfy') return post(push, signal, () => toTopic(push, signal));
    const isUrgent = push.cause !== 'message' && push.cause !== 'connection';
    return toBrowser(push, noticePayload(push, appUrl), isUrgent, signal);
  }

  async function toTopic(push: DuePush, signal: AbortSignal): Promise<void> {
    await publish(push.endpoint, ntfyMessage(push, appUrl), pushHosts, signal).catch(async (error) => {
      if (error instanceof Refused) await pool.query(REFUSES, [push.device, push.endpoint]);
      throw error;
    });
    await pool.query(TAKES, [push.device, push.endpoint]);
  }

  async function close(push: DuePush, signal: AbortSignal): Promise<PushOutcome> {
    const outcome = await toBrowser(push, closePayload(tagOf(push.cause, push.author)), false, signal);
    const isOver = outcome.result === 'sent' || outcome.result === 'failed';
    return isOver ? { ...outcome, result: 'over' } : outcome;
  }

  return {
    queue: QUEUE,
    lanes: services.map((name) => ({
      name,
      title: `The push service ${name}`,
      ...(LAST_RESORTS.includes(name) ? LAST_RESORT_PLACES : PUSH_PLACES),
    })),
    async look(claimed) {
      const claims = new Map(claimed.map(({ id, claim }) => [id, claim]));
      const pushes = await lookAtPushes(pool, [...claims.keys()], outbox);
      return pushes.map((push) => duePush(push, claims.get(push.id)!));
    },
    send: (push, signal) => (push.now === 'seen' ? close(push, signal) : show(push, signal)),
    async store(outcomes) {
      const locked = await store(pool, outcomes);
      const over = outcomes.flatMap(({ id, result }) => (result === 'over' || result === 'failed' ? id : []));
      if (over.length > 0) await pool.query({ name: 'remove-pushes', text: REMOVE, values: [over] });
      const sent = outcomes.flatMap(({ id, result }) => (result === 'sent' ? id : []));
      if (sent.length > 0) await pool.query({ name: 'await-confirmations', text: AWAIT_CONFIRMATION, values: [sent] });
      return locked;
    },
  };
}

function duePush(push: LookedPush, claim: number): DuePush | PushOutcome {
  const { id, version, now, isShown, service, cause, attempts } = push;
  const outcome = { id, claim, version };
  // An address shows nothing that could be replaced or closed. The row stays: it says what the person has got.
  const isTold = isShown && (now === 'seen' || (push.hasNoNews && !push.hasCheckedIn));
  if (push.kind !== 'browser' && isTold && now !== 'over') return { ...outcome, result: 'failed' };
  if (now === 'over' || (now === 'seen' && !(isShown && canClose(service)))) return { ...outcome, result: 'over' };
  if (now === 'show' && push.ageMs > (push.kind === 'call' ? HOUR_MS : PATIENCE_MS[cause]))
    return { ...outcome, result: 'failed' };
  if (now === 'show' && push.pauseMs > 0) return { ...outcome, result: 'later', delayMs: push.pauseMs };
  const maxAttempts = push.kind === 'call' ? CALL_ATTEMPTS : now === 'seen' ? CLOSE_ATTEMPTS : Number.POSITIVE_INFINITY;
  return { ...push, claim, lane: service, isSupport: cause === 'mood', attempt: attempts + 1, maxAttempts };
}

/** Pushes about messages wait while they cannot be counted. @returns undefined when the push may be sent */
async function admitPush(parts: Pick<Parts, 'limits' | 'outbox'>, push: DuePush): Promise<PushOutcome | undefined> {
  if (push.attempts > 0) return;
  const refusal = await refusalOf(takeLimits(parts, push));
  if (!refusal) return;
  const { id, claim, version } = push;
  const isOver = refusal instanceof RateLimitExceeded;
  return { id, claim, version, ...(isOver ? { result: 'failed' } : { result: 'later', delayMs: COUNT_RETRY_MS }) };
}

async function takeLimits({ limits, outbox }: Pick<Parts, 'limits' | 'outbox'>, push: DuePush): Promise<void> {
  const { kind, service, cause, author, uid, phone, payer, isSettled, isFirstCall } = push;
  if (kind === 'browser') {
    if (cause !== 'message' && cause !== 'connection') return;
    await limits.consume(LIMITS.pushesByOneToOne.pair, `${author} ${uid}`);
    return limits.consume(LIMITS.pushesByOne.person, author);
  }
  const isFirst = cause === 'mood' && isSettled && isFirstCall;
  if (cause === 'mood') {
    await limits.consume(LIMITS.pushesToAnAddress.pair, `${payer} ${uid}`);
    if (!isFirst) await limits.consume(LIMITS.pushesToAnAddress.payer, payer);
    await limits.consume(LIMITS.pushesToAddressesOfOne[isFirst ? 'firstCall' : 'person'], uid);
  } else await limits.consume(LIMITS.checkInsToAnAddress.payer, payer);
  if (service === NTFY_HOST) await limits.consume(LIMITS.pushesAtNtfy.payer, payer);
  if (cause !== 'mood') return;
  if (kind === 'email' && !isFirst)
    await limits.consume(LIMITS.mailsOfCalls[isSettled ? 'settled' : 'everybody'], 'all');
  if (kind !== 'call') return;
  await limits.consume(LIMITS.callsToOne[isFirst ? 'firstCall' : 'phone'], phone!);
  await outbox.admitCall(payer);
}

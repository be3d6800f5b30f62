import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import {
  attempt,
  type Channel,
  type Delivery,
  type Outcome,
  type Queue,
  storeIn,
  type WorkerOptions,
} from '#server/features/deliveries/index.ts';
import { LIMITS, type Limits, RateLimitExceeded, refusalOf } from '#server/limits/index.ts';
import { logRepeated } from '#server/logging/log-repeated.ts';
import { endSubscription } from '../devices/devices.ts';
import { closePayload, noticePayload, tagOf } from '../payload.ts';
import type { PushSender } from '../services/push-sender.ts';
import { canClose } from '../services/push-services.ts';
import { type LookedPush, lookAtPushes } from './look-at-pushes.ts';

/** Under way at each push service. Others leave `reserved` of them to calls for support. */
export const PUSH_PLACES = { places: 48, reserved: 36 };

const HOUR_MS = 60 * 60_000;
/** How long a push is tried. A call and its answer are worth a late notification; a message is in its list anyway. */
const PATIENCE_MS = {
  ...{ mood: 24 * HOUR_MS, answer: 24 * HOUR_MS, missed: 24 * HOUR_MS },
  ...{ 'check-in': HOUR_MS, message: HOUR_MS, connection: HOUR_MS },
};
const CLOSE_ATTEMPTS = 5;
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

interface Parts {
  pool: pg.Pool;
  log: Logger;
  limits: Limits;
  sender: PushSender;
  services: readonly string[];
  appUrl: string;
  options: WorkerOptions;
}

export function createPushChannel(parts: Parts): Channel<DuePush> {
  const { pool, log, limits, sender, services, appUrl, options } = parts;
  let turn: Promise<void> = Promise.resolve();

  /** Encrypting takes half a millisecond. Between two pushes earlier ones leave, and messages come in. */
  function ownTurn(): Promise<void> {
    turn = turn.then(() => nextTurn());
    return turn;
  }

  async function post(push: DuePush, payload: string, isUrgent: boolean, signal: AbortSignal): Promise<PushOutcome> {
    await ownTurn();
    const { service, cause } = push;
    const send = () => sender.send(push, { payload, isUrgent, tag: tagOf(cause, push.author) }, signal);
    const outcome = await attempt(push, send, options, signal);
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
    const refusal = await admitPush(limits, push);
    if (refusal) return refusal;
    const isUrgent = push.cause !== 'message' && push.cause !== 'connection';
    return post(push, noticePayload(push, appUrl), isUrgent, signal);
  }

  async function close(push: DuePush, signal: AbortSignal): Promise<PushOutcome> {
    const outcome = await post(push, closePayload(tagOf(push.cause, push.author)), false, signal);
    const isOver = outcome.result === 'sent' || outcome.result === 'failed';
    return isOver ? { ...outcome, result: 'over' } : outcome;
  }

  return {
    queue: QUEUE,
    lanes: services.map((service) => ({ name: service, title: `The push service ${service}`, ...PUSH_PLACES })),
    async look(claimed) {
      const claims = new Map(claimed.map(({ id, claim }) => [id, claim]));
      const pushes = await lookAtPushes(pool, [...claims.keys()]);
      return pushes.map((push) => duePush(push, claims.get(push.id)!));
    },
    send: (push, signal) => (push.now === 'seen' ? close(push, signal) : show(push, signal)),
    async store(outcomes) {
      const locked = await store(pool, outcomes);
      const over = outcomes.flatMap(({ id, result }) => (result === 'over' || result === 'failed' ? id : []));
      if (over.length > 0) await pool.query({ name: 'remove-pushes', text: REMOVE, values: [over] });
      return locked;
    },
  };
}

function duePush(push: LookedPush, claim: number): DuePush | PushOutcome {
  const { id, version, now, isShown, service, cause, attempts } = push;
  const outcome = { id, claim, version };
  if (now === 'over' || (now === 'seen' && !(isShown && canClose(service)))) return { ...outcome, result: 'over' };
  if (now === 'show' && push.ageMs > PATIENCE_MS[cause]) return { ...outcome, result: 'failed' };
  if (now === 'show' && push.pauseMs > 0) return { ...outcome, result: 'later', delayMs: push.pauseMs };
  const maxAttempts = now === 'seen' ? CLOSE_ATTEMPTS : Number.POSITIVE_INFINITY;
  return { ...push, claim, lane: service, isSupport: cause === 'mood', attempt: attempts + 1, maxAttempts };
}

/** Pushes about messages wait while they cannot be counted. @returns undefined when the push may be sent */
async function admitPush(limits: Limits, { id, claim, version, ...push }: DuePush): Promise<PushOutcome | undefined> {
  if (push.cause === 'mood' || push.cause === 'answer' || push.attempts > 0) return;
  const refusal =
    (await refusalOf(limits.consume(LIMITS.pushesByOneToOne.pair, `${push.author} ${push.uid}`))) ??
    (await refusalOf(limits.consume(LIMITS.pushesByOne.person, push.author)));
  if (!refusal) return;
  const isOver = refusal instanceof RateLimitExceeded;
  return { id, claim, version, ...(isOver ? { result: 'failed' } : { result: 'later', delayMs: COUNT_RETRY_MS }) };
}

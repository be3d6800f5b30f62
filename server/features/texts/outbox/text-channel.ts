import type pg from 'pg';
import type { Logger } from 'pino';
import {
  attempt,
  type Channel,
  DEFAULT_WORKER_OPTIONS,
  type Queue,
  storeIn,
} from '#server/features/deliveries/index.ts';
import {
  type AdmissionRules,
  admitText,
  cancelled,
  type DueText,
  type TextOutcome,
  withheld,
} from '../admission/admit-text.ts';
import type { Gateways } from '../gateways/gateway.ts';
import { reportStopped } from '../stops/text-stops.ts';
import { isSupportText } from '../text-columns.ts';
import { messageOf } from '../wording/texts.ts';
import { type LookedText, lookAtTexts } from './look-at-texts.ts';

export const DEFAULT_TEXT_OPTIONS = {
  ...DEFAULT_WORKER_OPTIONS,
  /** Texts under way at once, of each kind. Others leave `reserved` of them to calls for support. */
  ...{ places: 10, reserved: 2 },
  /** Twenty attempts take an hour and a half, 240 more than a day. Clocks get reset, so attempts are counted. */
  ...{ maxAttempts: 20, supportAttempts: 240 },
};

export type TextOptions = typeof DEFAULT_TEXT_OPTIONS;

const QUEUE: Queue = {
  table: 'texts',
  lane: 'kind',
  isWaiting: `status in ('queued', 'sending')`,
  isOther: `(cause not in ('mood', 'again'))`,
  turn: 'turn',
  dueAt: 'next_attempt_at',
  claim: 'attempts',
  claims: `status = 'sending'`,
};

/** What was not tried does not count as an attempt. */
const store = storeIn(QUEUE, {
  columns: 'reason text, code text, recipient uuid, "providerId" text, "isCounted" boolean',
  set: `
    status = case o.result when 'sent' then 'sent' when 'failed' then 'failed' when 'over' then 'cancelled' else 'queued' end,
    attempts = t.attempts - (o.result = 'later')::integer, counted = t.counted or coalesce(o."isCounted", false),
    recipient = coalesce(o.recipient, t.recipient), last_error = o.reason, reason = o.code, provider_id = o."providerId",
    settled_at = case when o.result not in ('retry', 'later') then now() end`,
});

export interface TextChannelParts {
  pool: pg.Pool;
  log: Logger;
  gateways: Gateways;
  options: TextOptions;
  rules: AdmissionRules;
  appUrl: string;
  /** Where the friend who gets this text can answer; without it the chat with the author. */
  answerLink?: ((textId: string) => string) | undefined;
  takesReplies?: boolean | undefined;
}

export function createTextChannel(parts: TextChannelParts): Channel<DueText> {
  const { pool, log, gateways, options, rules, appUrl, answerLink, takesReplies } = parts;

  function dueText(text: LookedText, lane: string, claim: number): DueText | TextOutcome {
    const isSupport = isSupportText(text.cause);
    const link = isSupport && text.authorUid !== null ? answerLink?.(text.id) : undefined;
    const message = messageOf(text, appUrl, link, takesReplies);
    const { phoneNumber } = text;
    if (phoneNumber === null || message === undefined)
      return cancelled({ id: text.id, claim }, 'its recipient has no number for it, or its author has left');
    const isAwaited = isSupport || text.cause === 'missed' || text.cause === 'checked-in';
    const maxAttempts = isAwaited ? options.supportAttempts : options.maxAttempts;
    return { ...text, ...{ lane, claim, attempt: claim, maxAttempts, isSupport, phoneNumber, message } };
  }

  function heldBack(outcome: TextOutcome): TextOutcome {
    log.info({ part: 'texts', text: outcome.id, reason: outcome.reason }, 'A text was held back');
    return outcome;
  }

  return {
    queue: QUEUE,
    lanes: Object.entries(gateways).map(([kind, { atOnce = Number.POSITIVE_INFINITY }]) => ({
      name: kind,
      title: `The ${kind} gateway`,
      places: Math.min(options.places, atOnce),
      reserved: options.reserved,
    })),
    async look(claimed, claimedAt) {
      const claims = new Map(claimed.map((each) => [each.id, each]));
      const texts = await lookAtTexts(pool, [...claims.keys()], claimedAt, rules.phoneProof === 'required');
      return texts.map((text) => dueText(text, claims.get(text.id)!.lane, claims.get(text.id)!.claim));
    },
    async send(text, signal) {
      const { id, lane, claim, phoneNumber, writtenNumber, message, isSupport, recipient } = text;
      const refusal = await admitText(rules, text);
      if (refusal) return refusal.result === 'over' ? heldBack(refusal) : refusal;
      let providerId: string | null = null;
      const outgoing = { id, phoneNumber, writtenNumber, message, isSupport };
      const gateway = gateways[lane as keyof Gateways]!;
      const send = async () => {
        const taken = await gateway.send(outgoing, signal);
        providerId = taken.providerId;
      };
      const outcome = await attempt(text, send, options, signal);
      const { result, reason } = outcome;
      if (result === 'failed')
        log.error({ part: 'texts', text: id, kind: lane, attempts: claim, reason }, 'A text was given up');
      if (result !== 'gone') return { ...outcome, recipient, providerId, isCounted: true };
      await reportStopped(pool, phoneNumber);
      // A failure would show its author who has stopped texts.
      return heldBack(withheld(text, 'stopped'));
    },
    store: (outcomes) => store(pool, outcomes),
  };
}

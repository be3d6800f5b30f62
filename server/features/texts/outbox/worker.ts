import type pg from 'pg';
import type { Logger } from 'pino';
import { createOutageLog } from '#server/background/outage-log.ts';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import { createWorkLoop, errorCode } from '#server/background/work-loop.ts';
import { type AdmissionRules, admitText, cancelled, postponed } from '../admission/admit-text.ts';
import type { Gateway, TextKind } from '../gateways/gateway.ts';
import { isSupportText } from '../support-first.ts';
import type { TextCause } from '../text-columns.ts';
import { attemptText } from './attempt-text.ts';
import { type Claim, type ClaimedText, claimTexts, hasDueTexts } from './claim-texts.ts';
import { type DueText, findDueTexts, type Links } from './due-text.ts';
import { type Outcome, recordOutcomes } from './record-outcomes.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retry-policy.ts';

/** Sends the texts of one kind. Each kind has its own worker, so a gateway that hangs delays no other. */
export interface Worker extends BackgroundWorker {
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Times in milliseconds. */
export interface WorkerOptions extends RetryPolicy {
  /** Texts of any cause in flight at once. */
  concurrency: number;
  /** Further texts in flight for calls for support: these are sent even while all others hang. */
  supportConcurrency: number;
  /** How often to look for texts of other nodes and for retries that are due. */
  pollMs: number;
  /** How long a claim holds: longer than any gateway takes for one attempt. */
  leaseMs: number;
  /** How long a stop waits for sends in flight. */
  drainMs: number;
}

export const DEFAULT_WORKER_OPTIONS: WorkerOptions = {
  ...DEFAULT_RETRY_POLICY,
  concurrency: 8,
  supportConcurrency: 2,
  pollMs: 2_000,
  leaseMs: 30_000,
  drainMs: 5_000,
};

/** A text that was read longer ago than this is put back: numbers and decisions may have changed, and its lease ends. */
const FRESH_MS = 100;
/** How many texts may be ready to be sent: a fast gateway takes each in some milliseconds. */
const AHEAD_MAX = 500;

interface Parts {
  pool: pg.Pool;
  log: Logger;
  kind: TextKind;
  gateway: Gateway;
  options: WorkerOptions;
  links: Links;
  rules: AdmissionRules | undefined;
}

/**
 * One loop talks to the database: it records the outcomes of sends, claims due texts for the free places, and sleeps until a send
 * ends, wake() is called, or the poll is due. Outcomes that gather during a round are recorded together in the next. With a fast
 * gateway it claims more texts than there are places, which are sent while the loop is at the database.
 */
export function createWorker({ pool, log, kind, gateway, options, links, rules }: Parts): Worker {
  const sending = new Map<string, { abort: AbortController; sent: Promise<void> }>();
  const databaseOutage = createOutageLog(log, `The database (outbox, ${kind})`);
  const gatewayOutage = createOutageLog(log, `The ${kind} gateway`);
  const places = Math.min(options.concurrency + options.supportConcurrency, gateway.atOnce ?? Number.POSITIVE_INFINITY);
  let outcomes: Outcome[] = [];
  /** Claimed and read at that time, calls for support first. */
  let ready: { text: DueText; readAt: number }[] = [];
  /** How many sends have begun since the last claim. */
  let begun = 0;
  const loop = createWorkLoop({ round, pollMs: options.pollMs, outage: databaseOutage });

  /** @returns whether there is more to do now */
  async function round(): Promise<boolean> {
    await record();
    return (await claim()) || outcomes.length > 0;
  }

  async function record(): Promise<void> {
    const recorded = outcomes.slice();
    await recordOutcomes(pool, recorded);
    outcomes = outcomes.slice(recorded.length);
  }

  /** Claims texts for the free places, and reads them. @returns whether there may be more for these places */
  async function claim(): Promise<boolean> {
    putBack(performance.now() - FRESH_MS);
    const next = nextClaim(rules?.budget.openCauses() ?? null);
    if (next.limit <= 0) return false;
    const held = [...sending.keys(), ...outcomes.map(({ id }) => id), ...ready.map(({ text }) => text.id)];
    const claimed = await claimTexts(pool, kind, { ...next, leaseMs: options.leaseMs, held });
    const due = await read(claimed).catch((error) => {
      outcomes.push(...claimed.map((text) => postponed(text, 'it could not be read', options.pollMs)));
      throw error;
    });
    const readAt = performance.now();
    ready.push(...due.map((text) => ({ text, readAt })));
    ready.sort((a, b) => Number(isSupportText(b.text.cause)) - Number(isSupportText(a.text.cause)));
    sendReady();
    return claimed.length === next.limit;
  }

  /** All that has to be known to send them. Those that cannot be sent have their outcome. */
  async function read(claimed: ClaimedText[]): Promise<DueText[]> {
    const recipients = rules
      ? await rules.recipients.find(claimed)
      : new Map(claimed.map(({ id, recipient }) => [id, recipient]));
    const due = await findDueTexts(pool, claimed, recipients, links);
    const isDue = new Set(due.map(({ id }) => id));
    const others = claimed.filter(({ id }) => !isDue.has(id));
    outcomes.push(
      ...others.map((text) => cancelled(text, 'its recipient has no number for it, or its author has left')),
    );
    return due;
  }

  /** The free places are for texts of any cause, and some for calls for support alone. */
  function nextClaim(open: readonly TextCause[] | null): Pick<Claim, 'limit' | 'causes' | 'supportOnly'> {
    const { all, support } = freePlaces();
    const ahead = Math.max(all, Math.min(AHEAD_MAX, 2 * begun));
    // Not before half of them have begun: a claim takes as long for one text as for many.
    if (all > 0 && 2 * ready.length <= ahead) {
      begun = 0;
      return { limit: ahead - ready.length, causes: open, supportOnly: false };
    }
    const waiting = ready.filter(({ text }) => isSupportText(text.cause)).length;
    return { limit: hasBudgetForSupport(open) ? support - waiting : 0, causes: null, supportOnly: true };
  }

  function freePlaces(): { all: number; support: number } {
    const support = places - sending.size;
    return { all: support - options.supportConcurrency, support };
  }

  /** Gives up claims of texts that are not sent yet, and were read before that time. */
  function putBack(before: number): void {
    for (const { text, readAt } of ready)
      if (readAt < before) outcomes.push(postponed(text, 'for a place at the gateway', 0));
    ready = ready.filter(({ readAt }) => readAt >= before);
  }

  function sendReady(): void {
    while (ready[0] && loop.isRunning()) {
      const [{ text, readAt }] = ready as [(typeof ready)[0]];
      const { all, support } = freePlaces();
      if ((isSupportText(text.cause) ? support : all) <= 0 || performance.now() - readAt > FRESH_MS) return;
      ready.shift();
      begun += 1;
      const abort = new AbortController();
      sending.set(text.id, { abort, sent: send(text, abort.signal) });
    }
  }

  async function send(text: DueText, aborted: AbortSignal): Promise<void> {
    const refusal = rules && (await admit(rules, text));
    const outcome = refusal ?? { ...(await attemptText(gateway, text, options, aborted)), isCounted: true };
    if (outcome.status !== 'queued' || !refusal) report(outcome);
    if (rules && outcome.isPhoneStopped) await rememberStop(rules, text);
    outcomes.push(outcome);
    sending.delete(text.id);
    sendReady();
    loop.wake();
  }

  /** Fails closed: a text that cannot be checked now waits. */
  function admit(rules: AdmissionRules, text: DueText): Promise<Outcome | undefined> {
    return admitText(rules, text).catch((error) => {
      log.warn({ part: 'texts', text: text.id, err: error }, 'A text could not be checked before sending');
      return postponed(text, 'it could not be checked', options.pollMs);
    });
  }

  /** When it cannot be stored, the next text to that phone is refused again. */
  async function rememberStop({ stops }: AdmissionRules, { phoneNumber }: DueText): Promise<void> {
    await stops.reportStopped(phoneNumber).catch((error) => databaseOutage.recordFailure(errorCode(error)));
  }

  function report({ id, attempts, status, error, isMisconfigured }: Outcome): void {
    if (status === 'sent') gatewayOutage.recordSuccess();
    if (status === 'queued' && error) gatewayOutage.recordFailure(error, isMisconfigured);
    if (status === 'cancelled') log.info({ part: 'texts', text: id, reason: error }, 'A text was held back');
    if (status === 'failed')
      log.error({ part: 'texts', text: id, kind, attempts, reason: error }, 'A text was given up');
  }

  return {
    name: `${kind} texts`,
    isBusy: () => loop.isRunning() && (loop.isBusy() || sending.size > 0 || outcomes.length > 0),
    // What the day's budget is spent for waits for another day.
    hasDueWork: () => hasDueTexts(pool, kind, rules?.budget.openCauses() ?? null),
    look: loop.wake,
    wake: loop.wake,
    start: loop.start,
    async stop() {
      await loop.stop();
      putBack(Number.POSITIVE_INFINITY);
      const timeout = setTimeout(() => {
        for (const { abort } of sending.values()) abort.abort();
      }, options.drainMs);
      await Promise.all([...sending.values()].map(({ sent }) => sent));
      clearTimeout(timeout);
      await record().catch((error) => databaseOutage.recordFailure(errorCode(error)));
    },
  };
}

function hasBudgetForSupport(open: readonly TextCause[] | null): boolean {
  return open === null || open.includes('mood');
}

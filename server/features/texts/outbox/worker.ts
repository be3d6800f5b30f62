import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import type { TextCause } from '#server/database/schema.ts';
import { type AdmissionRules, admitText, cancelled, postponed, TAKEN_BACK } from '../admission/admit-text.ts';
import type { Gateway, TextKind } from '../gateways/gateway.ts';
import { attemptText } from './attempt-text.ts';
import { CauseQueue } from './cause-queue.ts';
import { hasFreeCauses } from './claim-causes.ts';
import { claimTexts, hasDueTexts, hasWaitingSupport } from './claim-texts.ts';
import { type ClaimedText, claimedText, type Links } from './claimed-text.ts';
import { createOutageLog } from './outage-log.ts';
import { type Outcome, recordOutcomes } from './record-outcomes.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retry-policy.ts';
import { createWakeSignal } from './wake-signal.ts';

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
 * One loop talks to the database: it records the outcomes of sends, claims texts for the free places, and sleeps until a
 * send ends, wake() is called, or the poll is due. Outcomes that gather during a round are recorded together in the next.
 * Texts come from two queues: rows of `texts`, which were typed or are tried again, and causes, whose texts have no row
 * before their first attempt has ended.
 */
export function createWorker({ pool, log, kind, gateway, options, links, rules }: Parts): Worker {
  const wakeSignal = createWakeSignal();
  const stopping = new AbortController();
  const sending = new Map<string, { abort: AbortController; sent: Promise<void> }>();
  const databaseOutage = createOutageLog(log, `The database (outbox, ${kind})`);
  const gatewayOutage = createOutageLog(log, `The ${kind} gateway`);
  const causes = new CauseQueue({
    pool,
    links,
    needsProof: rules?.phoneProof === 'required',
    leaseMs: options.leaseMs,
  });
  const places = options.concurrency + options.supportConcurrency;
  let outcomes: Outcome[] = [];
  /** Places for rows that are being claimed. */
  let reserved = 0;
  /** Whether more rows may be due than the last claim took. They are older than the texts of causes, and some ask for support. */
  let rowsMayWait = false;
  /** Whether a call for support waits for a retry. Then no other text is sent between two claims, because it may be due. */
  let supportWaits = false;
  let loop: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await record();
        const isMore = await claim();
        databaseOutage.recordSuccess();
        if (!isMore) await wakeSignal.wait(options.pollMs);
      } catch (error) {
        databaseOutage.recordFailure(errorCode(error));
        await pause(options.pollMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function record(): Promise<void> {
    const recorded = outcomes.slice();
    const due = recorded.flatMap((outcome) => outcome.due ?? []);
    const done = causes.doneAfter(due);
    await recordOutcomes(pool, recorded, done);
    outcomes = outcomes.slice(recorded.length);
    causes.settle(due, done);
  }

  /** Fills the free places from both queues, calls for support first. @returns whether there is more to look at now */
  async function claim(): Promise<boolean> {
    const open = rules?.budget.openCauses() ?? null;
    for (const due of await causes.takeUndone())
      outcomes.push({ ...cancelled({ id: due.id, attempts: 1 }, ''), error: TAKEN_BACK, due });
    const isMore = kind === 'general' && (await causes.fill(freePlaces(), open));
    // With a fast gateway, the places alone would be too few for a look each.
    if (causes.ready.length > places) rules?.consent.lookAhead(causes.ready);
    sendNext(true);
    await claimRows(open);
    sendNext();
    return isMore;
  }

  async function claimRows(open: readonly TextCause[] | null): Promise<void> {
    const { all, support } = freePlaces();
    if (support <= 0) return;
    const next =
      all > 0 && !causes.hasSupport ? { limit: all, causes: open } : { limit: support, causes: supportAlone(open) };
    const held = [...sending.keys(), ...outcomes.map(({ id }) => id)];
    reserved = next.limit;
    const rows = await claimTexts(pool, kind, { ...next, leaseMs: options.leaseMs, held }).finally(() => {
      reserved = 0;
    });
    rowsMayWait = rows.length >= next.limit;
    for (const details of rows) {
      const text = claimedText(details, links);
      if (text) start(text);
      else outcomes.push(cancelled(details, 'its recipient has no number for it, or its author has left'));
    }
    if (kind === 'general') supportWaits = await hasWaitingSupport(pool);
  }

  /** The free places for texts of any cause, and those for calls for support. */
  function freePlaces(): { all: number; support: number } {
    const support = places - sending.size - reserved - outcomes.filter(({ due }) => !due).length;
    return { all: support - options.supportConcurrency, support };
  }

  /** Sends texts of causes. */
  function sendNext(supportOnly = false): void {
    for (;;) {
      const { all, support } = freePlaces();
      const text = support > 0 ? causes.next(supportOnly || all <= 0 || rowsMayWait) : undefined;
      if (!text) return;
      start(text);
    }
  }

  function start(text: ClaimedText): void {
    const abort = new AbortController();
    sending.set(text.id, { abort, sent: send(text, abort.signal) });
  }

  async function send(text: ClaimedText, aborted: AbortSignal): Promise<void> {
    const refusal = rules && (await admit(rules, text));
    const outcome = refusal ?? { ...(await attemptText(gateway, text, options, aborted)), isCounted: true };
    if (outcome.status !== 'queued' || !refusal) report(outcome);
    if (rules && outcome.isPhoneStopped) await rememberStop(rules, text);
    outcomes.push(text.due ? { ...outcome, due: text.due } : outcome);
    sending.delete(text.id);
    if (!stopping.signal.aborted) sendNext(supportWaits);
    wakeSignal.notify();
  }

  /** Fails closed: a text that cannot be checked now waits. */
  function admit(rules: AdmissionRules, text: ClaimedText): Promise<Outcome | undefined> {
    return admitText(rules, text).catch((error) => {
      log.warn({ part: 'texts', text: text.id, err: error }, 'A text could not be checked before sending');
      return postponed(text, 'it could not be checked', options.pollMs);
    });
  }

  /** When it cannot be stored, the next text to that phone is refused again. */
  async function rememberStop({ stops }: AdmissionRules, { phoneNumber }: ClaimedText): Promise<void> {
    await stops.reportStopped(phoneNumber).catch((error) => databaseOutage.recordFailure(errorCode(error)));
  }

  function report({ id, attempts, status, error, isMisconfigured }: Outcome): void {
    if (status === 'sent') gatewayOutage.recordSuccess();
    if (status === 'queued' && error) gatewayOutage.recordFailure(error, isMisconfigured);
    if (status === 'cancelled') log.info({ part: 'texts', text: id, reason: error }, 'A text was held back');
    if (status === 'failed')
      log.error({ part: 'texts', text: id, kind, attempts, reason: error }, 'A text was given up');
  }

  /** What the day's budget is spent for waits for another day. */
  async function hasDueWork(): Promise<boolean> {
    const open = rules?.budget.openCauses() ?? null;
    if (await hasDueTexts(pool, kind, open)) return true;
    if (kind !== 'general' || (open && !open.includes('mood'))) return false;
    return hasFreeCauses(pool, { leaseMs: options.leaseMs, supportOnly: open !== null && !open.includes('message') });
  }

  const isRunning = () => loop !== undefined && !stopping.signal.aborted;
  const wake = () => wakeSignal.notify();
  return {
    name: `${kind} texts`,
    isBusy: () => isRunning() && (!wakeSignal.isWaiting() || sending.size > 0 || outcomes.length > 0),
    hasDueWork,
    look: wake,
    wake,
    start() {
      loop ??= run();
    },
    async stop() {
      stopping.abort();
      wakeSignal.notify();
      await loop;
      const timeout = setTimeout(() => {
        for (const { abort } of sending.values()) abort.abort();
      }, options.drainMs);
      await Promise.all([...sending.values()].map(({ sent }) => sent));
      clearTimeout(timeout);
      await record()
        .then(() => causes.release())
        .catch((error) => databaseOutage.recordFailure(errorCode(error)));
    },
  };
}

/** An error's code or name: the message of a database error may quote a row. */
function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}

function supportAlone(open: readonly TextCause[] | null): TextCause[] {
  return open === null || open.includes('mood') ? ['mood', 'again'] : [];
}

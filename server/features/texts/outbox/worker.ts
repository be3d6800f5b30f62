import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { TextCause } from '#server/database/schema.ts';
import { admitText, type Rules, waits } from '../admission/admit-text.ts';
import type { Gateway, TextKind } from '../gateways/gateway.ts';
import { sanitizeText } from '../wording/sanitize-text.ts';
import { attemptText } from './attempt-text.ts';
import { type ClaimedText, claimTexts } from './claim-texts.ts';
import { createOutageLog } from './outage-log.ts';
import { type Outcome, recordOutcomes } from './record-outcomes.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Sends the texts of one kind. Each kind has its own lane, so a gateway that hangs holds up no other. */
export interface Worker {
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

interface Parts {
  pool: pg.Pool;
  log: Logger;
  kind: TextKind;
  gateway: Gateway;
  pace: RetryPolicy;
  /** Undefined: every text goes as it is stored. */
  rules: Rules | undefined;
}

/**
 * One loop talks to the database: it writes down what has come of the sends, claims as many texts as there are free
 * places, and sleeps until a send ends, somebody calls wake(), or the poll is due. What piles up during a round goes
 * together in the next; and as no text is claimed ahead of its sending, one that asks for support waits for none.
 */
export function createWorker({ pool, log, kind, gateway, pace, rules }: Parts): Worker {
  const bell = createWakeSignal();
  const stopping = new AbortController();
  const sending = new Map<string, { interruption: AbortController; sent: Promise<void> }>();
  const database = createOutageLog(log, `The database (outbox, ${kind})`);
  const network = createOutageLog(log, `The ${kind} gateway`);
  let outcomes: Outcome[] = [];
  let loop: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await record();
        await fillPlaces();
        database.ends();
        await bell.heard(pace.pollMs);
      } catch (error) {
        database.begins(faultOf(error));
        await pause(pace.pollMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function record(): Promise<void> {
    const recorded = outcomes.length;
    await recordOutcomes(pool, outcomes.slice(0, recorded));
    outcomes = outcomes.slice(recorded);
  }

  async function fillPlaces(): Promise<void> {
    const free = pace.concurrency + pace.supportPlaces - sending.size - outcomes.length;
    if (free <= 0) return;
    const forAll = free - pace.supportPlaces;
    const open = rules?.budget.open() ?? null;
    const claim = forAll > 0 ? { limit: forAll, causes: open } : { limit: free, causes: supportOf(open) };
    const inHand = [...sending.keys(), ...outcomes.map(({ id }) => id)];
    for (const text of await claimTexts(pool, kind, { ...claim, leaseMs: pace.leaseMs, inHand })) {
      const interruption = new AbortController();
      sending.set(text.id, { interruption, sent: send(text, interruption.signal) });
    }
  }

  async function send(text: ClaimedText, interrupted: AbortSignal): Promise<void> {
    const held = rules && (await admit(rules, text));
    const outcome = held ?? { ...(await attemptText(gateway, worded(text), pace, interrupted)), isCounted: true };
    if (outcome.status !== 'queued' || !held) report(outcome);
    outcomes.push(outcome);
    sending.delete(text.id);
    bell.ring();
  }

  /** Nothing leaves unchecked: what cannot be looked at now waits. */
  function admit(rules: Rules, text: ClaimedText): Promise<Outcome | undefined> {
    return admitText(rules, pool, text).catch((error) => {
      log.warn({ part: 'texts', text: text.id, err: error }, 'A text could not be checked before it goes');
      return waits(text, 'it could not be checked', pace.pollMs);
    });
  }

  /** What people typed goes as they typed it. */
  function worded(text: ClaimedText): ClaimedText {
    return rules && text.cause !== 'form' ? { ...text, message: sanitizeText(text.message, rules.appUrl) } : text;
  }

  function report({ id, attempts, status, error, needsMending }: Outcome): void {
    if (status === 'sent') network.ends();
    if (status === 'queued' && error) network.begins(error, needsMending);
    if (status === 'cancelled') log.info({ part: 'texts', text: id, reason: error }, 'A text was held back');
    if (status === 'failed')
      log.error({ part: 'texts', text: id, kind, attempts, reason: error }, 'A text was given up');
  }

  return {
    wake: () => bell.ring(),
    start() {
      loop ??= run();
    },
    async stop() {
      stopping.abort();
      bell.ring();
      await loop;
      const patience = setTimeout(() => {
        for (const { interruption } of sending.values()) interruption.abort();
      }, pace.drainMs);
      await Promise.all([...sending.values()].map(({ sent }) => sent));
      clearTimeout(patience);
      await record().catch((error) => database.begins(faultOf(error)));
    },
  };
}

/** An error's code or name: the words of a database error may quote a row. */
function faultOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}

/** Of the causes that have room, those that ask for support. */
function supportOf(open: readonly TextCause[] | null): TextCause[] {
  return open === null || open.includes('mood') ? ['mood'] : [];
}

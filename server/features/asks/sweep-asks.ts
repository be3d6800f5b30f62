import type pg from 'pg';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import type { Context } from '#server/context.ts';
import { type Pace, sweepTable } from '#server/database/sweep/sweep-table.ts';
import { closeAllOverdue } from './ask-of-choice.ts';
import type { AskServices } from './ask-services.ts';
import { areAsksDueAgain, askAgainForAll } from './own/ask-again.ts';

const HOUR_MS = 60 * 60_000;
/** What would help is forgotten this soon after an ask has ended by itself. */
const CLOSE_EVERY_MS = 5 * 60_000;
const AGAIN_EVERY_MS = 10_000;
/** Choices in a step: some milliseconds of work. */
const STEP = 500;

const ARE_OLD_ASKS = `
  closed_at < now() - case closed_how when 'undone' then interval '1 day' else interval '30 days' end`;

/** A choice with texts stays as long as these, because they are found by it. Texts that were taken back with it go with it. */
const FORGET_UNDONE = `
  with gone as materialized (
    select id from mood_choices m where undone_at < now() - interval '1 day'
      and not exists (select from texts t where t.cause_id = m.id and t.reason is distinct from 'undone')
      and not exists (select from causes c where c.priority = 0 and c.choice = m.id)
    order by undone_at limit ${STEP}
  ), texted as (
    delete from texts t using gone where t.cause_id = gone.id
  )
  delete from mood_choices m using gone where m.id = gone.id`;

/** Removes a step of the choices that were undone more than a day ago. @returns how many */
export async function forgetUndone(pool: pg.Pool): Promise<number> {
  return (await pool.query(FORGET_UNDONE)).rowCount ?? 0;
}

/** What happens to asks with time, until it is stopped. */
export interface AskSweeps {
  askingAgain: BackgroundWorker;
  stop(): Promise<void>;
}

/**
 * Those who set it are helped to ask once more; asks that have ended by themselves are written down as such; asks with their
 * answers are removed 30 days after closing, and undone ones after a day.
 */
export function sweepAsks(parts: AskServices & Pick<Context, 'causes'>, pace?: Partial<Pace>): AskSweeps {
  const { pool, log } = parts;
  const stops = [sweepTable(pool, log, { table: 'asks', areOld: ARE_OLD_ASKS, passMs: 6 * HOUR_MS }, pace)];
  const repeat = (everyMs: number, what: string, work: () => Promise<unknown>) => {
    let running: Promise<unknown> | undefined;
    const look = () => {
      running ??= work()
        .catch((error) => log.warn({ part: 'asks', err: error }, `${what} now, and will be later`))
        .finally(() => {
          running = undefined;
        });
    };
    const timer = setInterval(look, everyMs).unref();
    stops.push(async () => {
      clearInterval(timer);
      await running;
    });
    return { look, isBusy: () => running !== undefined };
  };
  const again = repeat(AGAIN_EVERY_MS, 'friends could not be asked once more', () => askAgainForAll(parts));
  repeat(CLOSE_EVERY_MS, 'asks could not be closed', () => closeAllOverdue(pool));
  repeat(CLOSE_EVERY_MS, 'undone choices could not be removed', () => forgetUndone(pool));
  return {
    askingAgain: { name: 'asking once more', hasDueWork: () => areAsksDueAgain(pool), ...again },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

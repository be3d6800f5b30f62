import type pg from 'pg';
import type { Job } from '#server/background/jobs.ts';
import type { Context } from '#server/context.ts';
import type { Sweep } from '#server/database/sweep/sweep-table.ts';
import { closeAllOverdue } from './ask-of-choice.ts';

/** What would help is forgotten this soon after an ask has ended by itself. */
const CLOSE_EVERY_MS = 5 * 60_000;
const STEP = 500;

export const OLD_ASKS: Sweep = {
  table: 'asks',
  areOld: `closed_at < now() - case closed_how when 'undone' then interval '1 day' else interval '30 days' end`,
  passMs: 6 * 60 * 60_000,
};

/** For the friend a withdrawn ask has ended: it is forgotten as late as one that has. */
export const WITHDRAWN: Sweep = {
  table: 'ask_recipients',
  areOld: `withdrawn_at < now() - interval '30 days'`,
  passMs: OLD_ASKS.passMs,
};

/** Texts are found by their choice, so it stays as long as they do. Texts that were taken back go with it. */
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

export function askJobs({ pool }: Pick<Context, 'pool'>): Job[] {
  return [
    { name: 'close asks', everyMs: CLOSE_EVERY_MS, run: () => closeAllOverdue(pool) },
    { name: 'forget undone choices', everyMs: CLOSE_EVERY_MS, run: () => forgetUndone(pool) },
  ];
}

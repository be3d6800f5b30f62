import type { Report } from '#contract/consent.ts';
import { REPORT_MESSAGES } from '#contract/sizes.ts';
import type { Context } from '#server/context.ts';
import { isBetween } from '#server/features/chat/index.ts';
import { LIMITS } from '#server/limits/index.ts';

/** The messages say which of the two wrote them, without naming anybody: a report outlives both accounts. */
const STORE = `
  insert into reports (reporter, reported, reason, messages)
  select $1, (select id from users where id = $2), $3, case when $4 then (
    select coalesce(jsonb_agg(jsonb_build_object(
      'by', case m.sender when $1 then 'reporter' else 'reported' end, 'at', m.timestamp,
      'content', case
        when m.deleted_at is not null then 'Message deleted'
        when m.photos is not null then concat_ws(' ', '[photo]', nullif(m.content, ''))
        else m.content
      end
    ) order by m.seq), '[]')
    from (
      select * from messages m
      where ${isBetween('$1', '$2')}
      order by seq desc limit ${REPORT_MESSAGES}
    ) m
  ) end
  returning id`;

/** Answers alike for a person who is not there, so nobody learns it. @throws {ProductError} too_many, unavailable */
export async function createReport(
  { pool, limits, log }: Pick<Context, 'pool' | 'limits' | 'log'>,
  reporter: string,
  { uid, reason, withMessages }: Report,
): Promise<void> {
  await limits.count([LIMITS.report.person, reporter]);
  const { rows } = await pool.query<{ id: string }>(STORE, [reporter, uid, reason, withMessages]);
  log.warn({ part: 'reports', report: rows[0]!.id }, 'A person was reported: npm run admin -- report list');
}

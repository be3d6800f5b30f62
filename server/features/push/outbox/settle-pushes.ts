import type pg from 'pg';
import type { ClaimedPush } from './claim-pushes.ts';

/**
 * What is stored of a handled push. `shown`: the device was notified. `again`: it failed. `later`: it was not tried.
 * `kept`: nothing is due, and an earlier notification stays. `removed`: there is nothing to show. `ended`: the
 * subscription is no more.
 */
export interface PushOutcome {
  push: ClaimedPush;
  outcome: 'shown' | 'again' | 'later' | 'kept' | 'removed' | 'ended';
  /** For `again` and `later`. */
  delayMs?: number;
}

/** Deletes ended subscriptions with their pushes. A browser that has subscribed anew meanwhile keeps its device. */
const END = `
  delete from push_devices d using unnest($1::uuid[], $2::text[]) as ended (session_id, endpoint)
  where d.session_id = ended.session_id and d.endpoint = ended.endpoint`;

/**
 * Settles pushes of this worker's claims. A push whose version has changed since is due at once: there is a newer reason, or it
 * was read elsewhere. Rows that are locked are left for the next round, so that this never waits and cannot deadlock.
 */
const SETTLE = `
  with outcome as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::integer[], $5::integer[], $6::text[], $7::float8[])
      with ordinality as o (session_id, author, cause, claims, version, outcome, delay, place)
  ), mine as (
    select p.session_id, p.author, p.cause, o.outcome, o.delay, o.place, p.version = o.version as "isSame"
    from outcome o join pushes p on p.session_id = o.session_id and p.author = o.author and p.cause = o.cause
    where p.claims = o.claims
    for update of p skip locked
  ), settled as (
    update pushes p set
      due_at = case
        when m.outcome in ('again', 'later') then now() + m.delay * interval '1 millisecond'
        when m."isSame" then null
        else now()
      end,
      shown_at = case when m.outcome = 'shown' then now() else p.shown_at end,
      attempts = case when m.outcome = 'again' then p.attempts + 1 when m.outcome = 'later' then p.attempts else 0 end
    from mine m
    where p.session_id = m.session_id and p.author = m.author and p.cause = m.cause
      and not (m.outcome = 'removed' and m."isSame")
  ), removed as (
    delete from pushes p using mine m
    where p.session_id = m.session_id and p.author = m.author and p.cause = m.cause
      and m.outcome = 'removed' and m."isSame"
  )
  select o.place::integer - 1 as place
  from outcome o join pushes p on p.session_id = o.session_id and p.author = o.author and p.cause = o.cause
  where p.claims = o.claims and o.place not in (select place from mine)`;

/** Stores what came of pushes. @returns those that are locked now, for the next round */
export async function settlePushes(pool: pg.Pool, outcomes: readonly PushOutcome[]): Promise<PushOutcome[]> {
  if (outcomes.length === 0) return [];
  const ended = outcomes.filter(({ outcome }) => outcome === 'ended').map(({ push }) => push);
  if (ended.length > 0) {
    const values = [ended.map(({ sessionId }) => sessionId), ended.map(({ endpoint }) => endpoint)];
    await pool.query({ name: 'end-push-devices', text: END, values });
  }
  const { rows } = await pool.query<{ place: number }>({
    name: 'settle-pushes',
    text: SETTLE,
    values: [
      outcomes.map(({ push }) => push.sessionId),
      outcomes.map(({ push }) => push.author),
      outcomes.map(({ push }) => push.cause),
      outcomes.map(({ push }) => push.claims),
      outcomes.map(({ push }) => push.version),
      // The device has another endpoint by now, and the push goes there.
      outcomes.map(({ outcome }) => (outcome === 'ended' ? 'later' : outcome)),
      outcomes.map(({ delayMs = 0 }) => delayMs),
    ],
  });
  return rows.map(({ place }) => outcomes[place]!);
}

import type pg from 'pg';
import { LONGEST_HOLD_SECONDS } from '#contract/limits.ts';

/** A pool, or a connection in a transaction. */
export type Db = Pick<pg.ClientBase, 'query'>;

/** A cause whose texts this worker makes until its lease runs out. `claims` identifies the claim. */
export interface ClaimedCause {
  /** 0 for a call for support. */
  priority: number;
  id: string;
  claims: number;
  cause: 'mood' | 'message' | 'connection';
  choice: string | null;
  /** Messages, or the recipients of a mood's texts; null when these have not been worked out yet. */
  ids: string[] | null;
  createdAt: Date;
}

/**
 * A lease that ends much later than any lease can end is a sign of a clock that was set back. A little later is none: another
 * worker's claim may have begun after this one. In the same way a call for support is not held for longer than any hold.
 */
const IS_FREE = `
  (claimed_until is null or claimed_until <= now() or claimed_until > now() + 2 * $1 * interval '1 millisecond')
  and (opens_at is null or opens_at <= now() or opens_at > now() + interval '1 second' * $2)
  and priority <= $3 and (claims <= $4 or created_at < now() - interval '1 day')`;

/** Takes free causes in the order of work, until they have `limit` texts together. */
const CLAIM = `
  with free as (
    select priority, id, coalesce(cardinality(ids), $5) as texts from text_causes
    where ${IS_FREE} and id <> all($6::bigint[])
    order by priority, id limit $5
    for update skip locked
  ), counted as (
    select *, sum(texts) over (order by priority, id) - texts as before from free
  )
  update text_causes c
  set claims = c.claims + 1, claimed_until = now() + $1 * interval '1 millisecond'
  from counted n where c.priority = n.priority and c.id = n.id and n.before < $5
  returning c.priority, c.id::text, c.claims, c.cause, c.choice, c.ids, c.created_at as "createdAt"`;

interface Free {
  leaseMs: number;
  /** Only calls for support. */
  supportOnly?: boolean;
  /** Only causes that no worker has claimed before, and those of yesterday. */
  unclaimedOnly?: boolean;
}

interface Claim extends Free {
  /** About how many texts the causes may have together. */
  limit: number;
  /** Causes that this worker holds. */
  held?: readonly string[];
}

/** Claims causes, calls for support first. No two workers hold the same one. After a kill they are free when the lease ends. */
export async function claimCauses(db: Db, claim: Claim): Promise<ClaimedCause[]> {
  const { limit, held = [] } = claim;
  const { rows } = await db.query<ClaimedCause>({
    name: 'claim-causes',
    text: CLAIM,
    values: [...freeValues(claim), limit, held],
  });
  return rows.sort((a, b) => a.priority - b.priority || Number(a.id) - Number(b.id));
}

/** Whether any cause could be claimed now. */
export async function hasFreeCauses(db: Db, free: Free): Promise<boolean> {
  const { rows } = await db.query<{ isFree: boolean }>(
    `select exists (select from text_causes where ${IS_FREE}) as "isFree"`,
    freeValues(free),
  );
  return rows[0]!.isFree;
}

function freeValues({ leaseMs, supportOnly = false, unclaimedOnly = false }: Free): number[] {
  return [leaseMs, LONGEST_HOLD_SECONDS, supportOnly ? 0 : 1, unclaimedOnly ? 0 : 2 ** 31 - 1];
}

type Claims = readonly Pick<ClaimedCause, 'id' | 'claims'>[];

/** Extends the leases, or ends them with 0 ms. @returns the ids of the causes that this worker still holds */
export async function renewCauses(db: Db, causes: Claims, leaseMs: number): Promise<Set<string>> {
  if (causes.length === 0) return new Set();
  const { rows } = await db.query<{ id: string }>({
    name: 'renew-causes',
    text: `update text_causes c set claimed_until = now() + $3 * interval '1 millisecond'
           from unnest($1::bigint[], $2::integer[]) as held (id, claims)
           where c.priority in (0, 1) and c.id = held.id and c.claims = held.claims returning c.id::text`,
    values: [causes.map(({ id }) => id), causes.map(({ claims }) => claims), leaseMs],
  });
  return new Set(rows.map(({ id }) => id));
}

import type pg from 'pg';

/**
 * Parts of the statement that chooses a mood, after its part `chosen`: Purple and Dark ($5) open an ask or belong to
 * the one that is not closed, other moods ease it. `ask` has the time when a call opens.
 */
export const ASK_OF_CHOICE = `
  called as (
    insert into asks (uid, level, asked_at, called_at, opens_at, chosen)
    select id, $2, mood_chosen_at, mood_chosen_at, mood_chosen_at + hold, asks_these from chosen where $5
    on conflict (uid) where closed_at is null do update set
      worse_at = case
        when asks.level = 'Purple' and excluded.level = 'Dark' then excluded.called_at else asks.worse_at
      end,
      level = excluded.level, called_at = excluded.called_at, still_at = null, eased_at = null,
      version = asks.version + 1
    returning id, opens_at
  ), eased as (
    update asks set eased_at = chosen.mood_chosen_at, version = version + 1
    from chosen where not $5 and asks.uid = chosen.id and closed_at is null and eased_at is null
    returning asks.id
  ), ask as (select id, opens_at from called union all select id, null from eased)`;

const CLOSE = `
  update asks a set closed_at = overdue_at(a),
    closed_how = case when eased_at + interval '2 hours' <= now() then 'quiet' else 'expired' end,
    help = null, note = null, version = version + 1
  where closed_at is null and overdue_at(a) <= now()`;

/** Writes down that a person's ask has ended by itself, before something depends on it. */
export async function closeOverdue(db: Pick<pg.ClientBase, 'query'>, uid: string): Promise<void> {
  await db.query({ name: 'close-overdue-ask', text: `${CLOSE} and uid = $1`, values: [uid] });
}

/** The same for all people. @returns how many there were */
export async function closeAllOverdue(pool: pg.Pool): Promise<number> {
  return (await pool.query(CLOSE)).rowCount ?? 0;
}

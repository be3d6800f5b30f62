import { type Kysely, sql } from 'kysely';

/**
 * Asks that ended for one friend by hiding, from whom an ask was hidden when it was closed, who ended a connection, and a
 * standing list whose friends have all left (docs/decisions/0025-consent.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['connections', 'past_connections'])
    await sql`
      alter table ${sql.table(table)}
        add ask_ended uuid, add ask_ended_at timestamptz, add ask_shown_at timestamptz`.execute(db);
  await sql`alter table past_connections add ended_by_owner boolean not null default false`.execute(db);
  await sql`alter table asks add hidden_from uuid[]`.execute(db);
  await sql`alter table users add asked_gone boolean not null default false`.execute(db);
  await endWhatIsHidden(db);
  await workOutAskedBeforeLeaving(db);
}

/** What is hidden now has ended for the friend when the hiding began. */
async function endWhatIsHidden(db: Kysely<unknown>): Promise<void> {
  await sql`
    update connections c set ask_ended = a.id, ask_ended_at = greatest(k.mood_hidden_since, a.opens_at)
    from asks a, connections k
    where c.hides_mood and a.uid = c.owner and a.closed_at is null and a.opens_at <= now()
      and k.owner = c.other and k.other = c.owner and k.mood_hidden_since >= a.opens_at`.execute(db);
  await sql`
    update asks a set hidden_from = array(select other from connections where owner = a.uid and hides_mood)
    where closed_how = 'ok' and closed_at > now() - interval '24 hours'`.execute(db);
}

/**
 * The trigger of 0027-consent.ts. Of accounts with one number it takes the one that has proven it, as find-recipients.ts does:
 * then the phone's own person decides. Otherwise it takes the oldest of those that want the text.
 */
async function workOutAskedBeforeLeaving(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function users_leave() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform 1 from connections where owner = old.id or other = old.id order by owner, other for update;
      update text_causes t set ids = (
        select array_agg(f.id) filter (where f.is_wanted)
        from (
          select distinct on (f.text_number) f.id, w.is_wanted
          from connections c join users f on f.id = c.other
          cross join lateral (
            select f.support_texts <> 'none' and not exists (
              select from connections k where k.owner = f.id and k.other = old.id and k.muted_until > now()
            ) as is_wanted
          ) w
          where c.owner = old.id and f.text_number is not null
            and (c.connected_at < m.chosen_at + interval '1 millisecond' or c.connected_at > now())
            and (a.chosen is null or f.id = any(a.chosen)) and not c.hides_mood
          order by f.text_number, (f.phone_proven_at is null), not w.is_wanted, f.created_at, f.id
        ) f
      )
      from mood_choices m left join asks a on a.id = m.ask
      where t.priority = 0 and t.ids is null and m.id = t.choice and m.uid = old.id;
      insert into departures (uid, phonenumber, phone_e164, name)
      values (old.id, old.phonenumber, old.phone_e164, old.name)
      on conflict do nothing;
      insert into departed_connections (uid, other)
      select old.id, other from connections where owner = old.id
      union select old.id, other from past_connections where owner = old.id
      on conflict do nothing;
      return old;
    end $$`.execute(db);
}

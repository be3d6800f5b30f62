import { type Kysely, sql } from 'kysely';

/**
 * Each text has a row from the moment when it is known whom to text (docs/decisions/0029-telling-friends.md). A cause is taken in
 * one step, so it needs no claim and no list of recipients. The texts of a choice are found by the choice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await giveReasons(db);
  await makeTextsOfLists(db);
  await sql`alter table text_causes drop claims, drop claimed_until`.execute(db);
  await sql`create index texts_by_choice on texts (cause_id) where cause_id is not null`.execute(db);
  await takeTurns(db);
  await makeNothingBeforeLeaving(db);
  await sql`drop function mood_text_id`.execute(db);
}

/** What no list and no export shows is a code, not the words of an error. */
async function giveReasons(db: Kysely<unknown>): Promise<void> {
  await sql`alter table texts add reason text`.execute(db);
  await sql`
    update texts set reason = case last_error
      when 'held back: STOP was texted from that phone' then 'stopped'
      when 'held back: somebody has answered, or it is over' then 'answered'
      when 'held back: one of the two does not want it' then 'unwanted'
      when 'held back: taken back' then 'undone'
    end
    where status = 'cancelled' and last_error like 'held back: %'`.execute(db);
}

/** Calls whose recipients were worked out: those who have no text yet get theirs, under the id under which it may have been sent. */
async function makeTextsOfLists(db: Kysely<unknown>): Promise<void> {
  await sql`
    update texts t set phone_key = u.phone_key from users u
    where t.status in ('queued', 'sending', 'failed') and t.cause in ('mood', 'again') and u.id = t.recipient`.execute(
    db,
  );
  await sql`
    insert into texts (id, kind, cause, cause_id, author, recipient, phone_key, created_at, status, next_attempt_at)
    select (left(m.id::text, 28) || lpad(to_hex(i.place), 8, '0'))::uuid, 'general', 'mood', m.id, m.uid, u.id, u.phone_key, c.created_at, 'queued', greatest(now(), c.opens_at)
    from text_causes c join mood_choices m on m.id = c.choice cross join unnest(c.ids) with ordinality i (uid, place)
    join users u on u.id = i.uid
    where not exists (
      select from texts t where t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f') and t.recipient = u.id
    )`.execute(db);
  await sql`delete from text_causes where cause = 'mood' and ids is not null`.execute(db);
}

/**
 * Among texts for support payers take turns. `last_turn`: the turn after which a payer's next text comes. A payer without waiting texts
 * begins beside the text that is next.
 */
async function takeTurns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table texts add payer text, add turn integer not null default 0`.execute(db);
  await sql`drop index texts_waiting`.execute(db);
  await sql`
    create index texts_waiting on texts (kind, (cause not in ('mood', 'again')), turn, next_attempt_at)
      where status in ('queued', 'sending')`.execute(db);
  await sql`
    create index texts_of_payer on texts (payer, turn)
      where status in ('queued', 'sending') and payer is not null`.execute(db);
  await sql`
    create function last_turn(payer_key text) returns integer language sql stable as $$
      select greatest(0, (
        select turn - 1 from texts
        where kind = 'general' and (cause not in ('mood', 'again')) = false and status in ('queued', 'sending')
          and next_attempt_at <= now()
        order by turn limit 1
      ), (
        select turn from texts where payer = payer_key and status in ('queued', 'sending') order by turn desc limit 1
      ))
    $$`.execute(db);
}

/** The trigger of 0036-ask-recipients.ts. The texts that wait are made before, by the code (before-leaving.ts). */
async function makeNothingBeforeLeaving(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function users_leave() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform 1 from connections where owner = old.id or other = old.id order by owner, other for update;
      insert into departures (uid, phone_key, name) values (old.id, old.phone_key, old.name) on conflict do nothing;
      insert into departed_connections (uid, other)
      select old.id, other from connections where owner = old.id
      union select old.id, other from past_connections where owner = old.id
      on conflict do nothing;
      return old;
    end $$`.execute(db);
}

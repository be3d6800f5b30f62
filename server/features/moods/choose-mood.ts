import { asksForSupport, type Mood } from '#contract/moods.ts';
import type { Context } from '../../context.ts';
import { aroundName, moodText } from '../texts/index.ts';

/**
 * Sets a person's mood, keeps the choice in their history and, when it asks for support, puts a text in the outbox for
 * every connection that has a phone (spec §4, §9): one statement, so all of it or nothing. Then tells the circle.
 */
export async function chooseMood(context: Context, uid: string, mood: Mood): Promise<void> {
  const { pool, outbox, live, config } = context;
  const { status, note } = outbox.statusFor('general');
  const { before, after } = aroundName((displayName) => moodText({ displayName, mood, link: config.appUrl }));
  const { rows } = await pool.query<{ id: string }>({
    name: 'choose-mood',
    text: CHOOSE,
    values: [uid, mood, asksForSupport(mood), before, after, status, note],
  });
  if (asksForSupport(mood)) outbox.wake();
  live.tell([uid, ...rows.map((friend) => friend.id)], { type: 'mood', uid, mood });
}

/** Answers with the ids of the person's connections. */
const CHOOSE = `
  with chosen as (
    update users set mood = $2, mood_chosen_at = clock_timestamp() where id = $1 returning id, name
  ), choice as (
    insert into mood_choices (uid, mood, chosen_at) select id, $2, clock_timestamp() from chosen returning id
  ), friends as (
    select f.id, f.text_number from connections c join users f on f.id = c.other where c.owner = $1
  ), texted as (
    insert into texts (id, kind, cause, cause_id, recipient, author, phone_number, message, status, last_error)
    select md5(choice.id::text || friends.id::text)::uuid, 'general', 'mood', choice.id, friends.id, chosen.id, friends.text_number, $4 || chosen.name || $5, $6, $7
    from friends, choice, chosen where $3 and friends.text_number is not null
  )
  select id from friends`;

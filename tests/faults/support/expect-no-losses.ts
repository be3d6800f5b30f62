import { expect } from 'vitest';
import type { Sql } from '#fixtures/sql.ts';
import type { Load } from './load.ts';

/**
 * Expects that no answer was wrong, that everything acknowledged is there, and the texts or causes of texts that belong to
 * stored rows.
 */
export async function expectNoLosses(sql: Sql, load: Load): Promise<void> {
  expect(load.unexpected).toEqual([]);
  const losses = [lostMessages(sql, load), lostMoods(sql, load), lostConnections(sql, load), missingTexts(sql)];
  expect((await Promise.all(losses)).flat()).toEqual([]);
}

async function lostMessages(sql: Sql, { messages }: Load): Promise<string[]> {
  const rows = await sql<{ id: string; sender: string; receiver: string; content: string; seq: string }>(
    'select id, sender, receiver, content, seq from messages',
  );
  const stored = new Map(rows.map((row) => [row.id, `${row.sender} ${row.receiver} ${row.content} ${row.seq}`]));
  return messages.flatMap(({ id, sender, receiver, content, seq }) =>
    stored.get(id) === `${sender} ${receiver} ${content} ${seq}` ? [] : `message ${id}: ${stored.get(id)}`,
  );
}

async function lostMoods(sql: Sql, { moods }: Load): Promise<string[]> {
  const rows = await sql<{ uid: string; mood: string; chosenAt: Date }>(
    'select uid, mood, chosen_at as "chosenAt" from mood_choices',
  );
  const kept = new Set(rows.map(({ uid, mood, chosenAt }) => `${uid} ${mood} ${chosenAt.getTime()}`));
  const stale = await sql<{ uid: string }>(
    `select u.id as uid from users u, lateral (
       select mood from mood_choices c where c.uid = u.id order by chosen_at desc limit 1
     ) last where last.mood <> u.mood`,
  );
  return [
    ...moods.map(({ uid, mood, chosenAt }) => `${uid} ${mood} ${chosenAt}`).filter((mood) => !kept.has(mood)),
    ...stale.map(({ uid }) => `${uid} does not have the mood that was chosen last`),
  ];
}

async function lostConnections(sql: Sql, { connections }: Load): Promise<string[]> {
  const rows = await sql<{ pair: string }>(`select owner || ' ' || other as pair from connections`);
  const kept = new Set(rows.map(({ pair }) => pair));
  const both = connections.flatMap(([asker, other]) => [`${asker} ${other}`, `${other} ${asker}`]);
  const greetings = await sql<{ pair: string }>(
    `select sender || ' ' || receiver as pair from messages where content like 'Hey 👋%' group by sender, receiver having count(*) = 1`,
  );
  const greeted = new Set(greetings.map(({ pair }) => pair));
  return [
    ...both.filter((pair) => !kept.has(pair)).map((pair) => `connection ${pair}`),
    ...connections
      .map((pair) => pair.join(' '))
      .filter((pair) => !greeted.has(pair))
      .map((pair) => `greeting ${pair}`),
  ];
}

/** Every message needs a text, and every Dark or Purple mood a text for each friend of that time. */
async function missingTexts(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }>(
    `select 'text of message ' || m.id as what
     from messages m join users r on r.id = m.receiver
     where r.phone_key is not null and r.phone_restriction is null and not exists (select from texts t where t.id = m.id)
       and m.id not in (select unnest(ids) from causes where choice is null)
     union all
     select 'texts of mood ' || c.id
     from mood_choices c
     where c.mood in ('Dark', 'Purple') and (
       select count(*) from connections k join users f on f.id = k.other
       where k.owner = c.uid and f.phone_key is not null and f.phone_restriction is null and k.connected_at < c.chosen_at - interval '1 second'
     ) > (select count(*) from texts t where t.cause_id = c.id)
     and not exists (select from causes t where t.choice = c.id)`,
  );
  return rows.map(({ what }) => what);
}

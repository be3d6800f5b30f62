import type pg from 'pg';
import type { Mood } from '#contract/moods.ts';
import { setPhone } from '../people/set-phone.ts';

interface NewPerson {
  firstname: string;
  phone: string;
  mood: Mood;
}

/** Inserts people, and what causes texts, as the server does in its transactions; for tests of the outbox alone. */
export class Causes {
  readonly #pool: pg.Pool;
  #people = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Inserts a person with a new phone number, by default. @returns their uid */
  async person({ firstname = 'Grace', phone = '', mood = 'Green' }: Partial<NewPerson> = {}): Promise<string> {
    this.#people += 1;
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into users (id, name, firstname, lastname, email, mood, created_at)
       values (gen_random_uuid(), '', $1, 'Hopper', gen_random_uuid() || '@example.com', $2, now() - interval '30 days')
       returning id`,
      [firstname, mood],
    );
    const { id } = rows[0]!;
    await setPhone(this.#pool, id, phone || `+1415555${1000 + this.#people}`);
    return id;
  }

  /** Connects two people. @param ago how long ago, as a PostgreSQL interval */
  async connect(one: string, other: string, ago = '1 hour'): Promise<void> {
    await this.#pool.query(
      'insert into connections (owner, other, connected_at) values ($1, $2, now() - $3::interval), ($2, $1, now() - $3::interval)',
      [one, other, ago],
    );
  }

  /** Inserts a person with this number of friends, each with a phone. @returns their uids, the friends in their order */
  async circle(size: number): Promise<{ ada: string; friends: string[] }> {
    const ada = await this.person({ firstname: 'Ada', mood: 'Dark' });
    const friends: string[] = [];
    for (let n = 0; n < size; n++) {
      const friend = await this.person();
      await this.connect(ada, friend);
      friends.push(friend);
    }
    return { ada, friends };
  }

  /** A message to each receiver; all are one cause. @returns the messages' ids */
  async messages(sender: string, receivers: readonly string[]): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `with sent as (
         insert into messages (id, sender, receiver, content)
         select gen_random_uuid(), $1, receiver, 'Hello' from unnest($2::uuid[]) receiver returning id
       ), caused as (
         insert into causes (priority, cause, ids) select 1, 'message', array_agg(id) from sent
       ) select id from sent`,
      [sender, receivers],
    );
    return rows.map(({ id }) => id);
  }

  /** A choice of Dark. @param ago as a PostgreSQL interval. @returns its id */
  async call(caller: string, ago = '0'): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `with ask as (
         insert into asks (uid, level, asked_at, called_at, opens_at)
         select $1, 'Dark', at, at, at from (select date_trunc('milliseconds', now() - $2::interval) as at) called
         returning *
       ), choice as (
         insert into mood_choices (uid, mood, chosen_at, ask) select uid, 'Dark', called_at, id from ask returning id
       ), caused as (
         insert into causes (priority, cause, choice) select 0, 'mood', id from choice
       ) select id from choice`,
      [caller, ago],
    );
    return rows[0]!.id;
  }

  /** The causes whose texts are not made, in the order of work. */
  async left(): Promise<{ cause: string; ids: string[] | null }[]> {
    const { rows } = await this.#pool.query(`select cause, ids from causes order by priority, id`);
    return rows;
  }
}

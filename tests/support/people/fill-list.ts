import type { App } from '../servers/app-process.ts';
import type { Person } from './person.ts';

/** Gives `person` more connections: Friend 1, Friend 2 and so on, and Zoë Müller, whose mood is Dark. */
export async function fillList(app: App, person: Person, friends: number): Promise<void> {
  await app.sql(
    `with people as (
       insert into users (id, name, firstname, lastname, email, mood)
       select gen_random_uuid(), '', case n when 1 then 'Zoë' else 'Friend' end, case n when 1 then 'Müller' else n::text end,
         'friend' || n || '.' || $1::uuid || '@example.com', case n when 1 then 'Dark' else 'Green' end
       from generate_series(1, $2::int) n returning id
     ) insert into connections (owner, other) select $1::uuid, id from people`,
    [person.uid, friends],
  );
}

import type { Person } from './people.ts';
import type { Product } from './product.ts';

/** Connects each of these people with the next ones, the last with the first: a circle of twice `each` for everybody. */
export async function connectAround({ db }: Product, people: Person[], each: number): Promise<void> {
  await db.query(
    `with people as (select uid, place from unnest($1::uuid[]) with ordinality as people (uid, place)),
          pairs as (
            select one.uid as one, other.uid as other from people one
            cross join generate_series(1, $2) as step
            join people other on other.place = (one.place - 1 + step) % (select count(*) from people) + 1
          )
     insert into connections (owner, other, lastmessage)
     select one, other, now() from pairs union all select other, one, now() from pairs`,
    [people.map(({ uid }) => uid), each],
  );
}

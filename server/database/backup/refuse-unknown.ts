import type pg from 'pg';

/** What `describe-schema.ts` does not write. Moodring has none of it, but a database of yours may hold more than Moodring. */
const UNKNOWN = `
  select 'the relation ' || oid::regclass as what from pg_class c
  where relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    and (relkind not in ('r', 'i', 'S') or relispartition or relrowsecurity
      or exists (select from pg_inherits where inhrelid = c.oid)
      or (relkind = 'S' and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'i')))
  union all
  select 'the type ' || oid::regtype from pg_type t
  where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r', 'm')
    and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')
  union all
  select 'the aggregate ' || oid::regprocedure from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind in ('a', 'w')
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select format('the disabled trigger %s on %s', tgname, tgrelid::regclass) from pg_trigger
  where not tgisinternal and tgenabled <> 'O'`;

/** @throws when a database holds what a backup of ours would leave out */
export async function refuseUnknown(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ what: string }>(UNKNOWN);
  if (rows.length === 0) return;
  const list = rows.map(({ what }) => what).join(', ');
  throw new Error(`The database holds more than Moodring's tables: ${list}. Use pg_dump for it.`);
}

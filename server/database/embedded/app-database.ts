import pg from 'pg';

/** It is no superuser, so injected SQL cannot read files or start programs. */
export const APP_ROLE = 'moodring';

/** Makes the app's role and database, and gives it what an older version owned as the superuser. */
export async function ensureAppDatabase(superuser: pg.Client, superuserUrl: string): Promise<void> {
  const { rows } = await superuser.query<{ has_role: boolean; owner: string | null }>(`
    select exists (select from pg_roles where rolname = '${APP_ROLE}') as has_role,
      (select datdba::regrole::text from pg_database where datname = '${APP_ROLE}') as owner`);
  const { has_role: hasRole, owner } = rows[0]!;
  if (!hasRole) await superuser.query(`create role ${APP_ROLE} login`);
  if (owner === null) await superuser.query(`create database ${APP_ROLE} owner ${APP_ROLE}`);
  else if (owner !== APP_ROLE) await superuser.query(`alter database ${APP_ROLE} owner to ${APP_ROLE}`);
  if (owner !== null) await transferOwnership(superuserUrl);
}

/** Not `reassign owned`, which PostgreSQL refuses for its first superuser. Objects of extensions stay. */
const NOT_OWNED = `
  select format('alter table %s owner to ${APP_ROLE}', oid::regclass) as statement from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> '${APP_ROLE}'::regrole
    and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('e', 'a', 'i'))
  union all
  select format('alter routine %s owner to ${APP_ROLE}', oid::regprocedure) from pg_proc p
  where pronamespace = 'public'::regnamespace and proowner <> '${APP_ROLE}'::regrole
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`;

/** In one transaction, and at each start: an older version may have run in between. */
async function transferOwnership(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ statement: string }>(NOT_OWNED);
    if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join('; '));
  } finally {
    await client.end();
  }
}

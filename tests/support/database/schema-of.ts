import type pg from 'pg';

/** All parts of a schema, as PostgreSQL describes them. */
export async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(`
    select part from (
      select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions) as part
      from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'column', attrelid::regclass,
        row_number() over (partition by attrelid order by attnum), attname, format_type(atttypid, atttypmod),
        attnotnull, attidentity, attgenerated, attcollation::regcollation, attstorage, attstattarget, attoptions,
        pg_get_expr(adbin, adrelid))
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
        and attnum > 0 and not attisdropped
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', tgrelid::regclass, tgfoid::regproc, tgenabled,
        case when not tgisinternal then pg_get_triggerdef(oid) end) from pg_trigger
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all select concat_ws(' ', 'type', typname, typtype) from pg_type where typnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
      union all select concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by,
        cycle, cache_size, last_value) from pg_sequences
    ) parts order by part`);
  return rows.map(({ part }) => part);
}

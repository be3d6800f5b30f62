import type pg from 'pg';
import { APP_ROLE } from '#server/database/embedded/app-database.ts';
import { setNodeClockForward } from './node-clock.ts';

/**
 * A clock that a test can set forward, in the databases of this PostgreSQL. `now()` and `clock_timestamp()` of the app's
 * statements, and of the defaults of columns that are created later, mean these functions. A database without them has
 * PostgreSQL's own.
 */
export async function installTestClock(app: pg.Pool, superuser: pg.Client): Promise<void> {
  // PostgreSQL looks into pg_catalog first, unless the path names it.
  await superuser.query(`alter role ${APP_ROLE} set search_path = public, pg_catalog`);
  await app.query(`
    create schema test_clock;
    create table test_clock.ahead as select interval '0' as by;
    create function now() returns timestamptz language sql stable
      return pg_catalog.now() + (select by from test_clock.ahead);
    create function clock_timestamp() returns timestamptz language sql volatile
      return pg_catalog.clock_timestamp() + (select by from test_clock.ahead)`);
}

/** Sets the clocks of a database and of the nodes forward. @param interval as of PostgreSQL: '2 hours' */
export async function setClockForward(pool: pg.Pool, interval: string): Promise<void> {
  await pool.query('update test_clock.ahead set by = by + $1::interval', [interval]);
  await setNodeClockForward(pool, interval);
}

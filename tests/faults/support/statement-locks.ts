import pg from 'pg';
import { expect, vi } from 'vitest';
import type { KilledApp } from './killed-app.ts';

/** The statements of a step: those on a table, for rows with a condition. */
export interface Step {
  table: string;
  event: 'insert' | 'update' | 'delete';
  /** In SQL, of `old` and `new`. */
  when?: string;
  /** Whether it waits at its COMMIT, after all its statements. */
  atCommit?: boolean;
}

/** The outcome of the statement that the killed app was waiting for. */
const OUTCOMES = {
  'rolled back': 'select pg_terminate_backend($1)',
  committed: 'select pg_advisory_unlock_all() where $1::integer is not null',
};
export type StepOutcome = keyof typeof OUTCOMES;

/** Numbers of advisory locks, from this one on. */
const FIRST_LOCK = 101;

/** Lets a statement of the app wait while its step is locked, so that the app can be killed at that very moment. */
export class StatementLocks<Name extends string> {
  readonly #killed: KilledApp;
  readonly #locker: pg.Client;
  readonly #names: Name[];

  static async open<Name extends string>(killed: KilledApp, steps: Record<Name, Step>): Promise<StatementLocks<Name>> {
    await killed.sql(
      `create function wait_for_lock() returns trigger language plpgsql as $$
       begin
         perform pg_advisory_xact_lock_shared(tg_argv[0]::integer);
         return case when tg_op = 'DELETE' then old else new end;
       end $$`,
    );
    for (const [place, { table, event, when = 'true', atCommit }] of Object.values<Step>(steps).entries()) {
      const lock = FIRST_LOCK + place;
      const [kind, time] = atCommit ? ['constraint', `after ${event}`] : ['', `before ${event}`];
      await killed.sql(
        `create ${kind} trigger wait_for_lock_${lock} ${time} on ${table} ${atCommit ? 'deferrable initially deferred' : ''}
         for each row when (${when}) execute function wait_for_lock(${lock})`,
      );
    }
    const locker = new pg.Client({ connectionString: killed.app.databaseUrl });
    await locker.connect();
    return new StatementLocks(killed, locker, Object.keys(steps) as Name[]);
  }

  private constructor(killed: KilledApp, locker: pg.Client, names: Name[]) {
    this.#killed = killed;
    this.#locker = locker;
    this.#names = names;
  }

  /** Kills the app while its statement waits at a step, then rolls the statement back or lets it commit. */
  async killAt<Made>(step: Name, outcome: StepOutcome, act: () => Promise<Made>): Promise<Made> {
    const lock = FIRST_LOCK + this.#names.indexOf(step);
    await this.#locker.query('select pg_advisory_lock($1)', [lock]);
    const made = await act();
    const waiting = await vi.waitFor(async () => {
      const [first] = await this.#killed.sql<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [lock],
      );
      expect(first).toBeDefined();
      return first!.pid;
    }, 30_000);
    await this.#killed.app.kill();
    await this.#locker.query(OUTCOMES[outcome], [waiting]);
    await this.release();
    await vi.waitFor(async () => {
      expect(await this.#killed.sql('select from pg_stat_activity where pid = $1', [waiting])).toEqual([]);
    }, 10_000);
    await this.#killed.kill();
    return made;
  }

  /** Lets all statements through. */
  async release(): Promise<void> {
    await this.#locker.query('select pg_advisory_unlock_all()');
  }

  close(): Promise<void> {
    return this.#locker.end();
  }
}

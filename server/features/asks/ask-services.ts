import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundTasks } from '#server/background/background-tasks.ts';
import type { Outbox } from '#server/features/texts/index.ts';
import type { Live } from '#server/live/live.ts';

/** What reading and publishing asks needs of the Context, which itself has a part that publishes them. */
export interface AskServices {
  pool: pg.Pool;
  live: Live;
  log: Logger;
  outbox: Outbox;
  background: BackgroundTasks;
}

import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './database/embedded/embedded-database.ts';
import { type Moodring, startServer } from './start-server.ts';

/** A running server and its database. */
export interface Running {
  moodring: Moodring;
  /** Undefined when DATABASE_URL names another PostgreSQL. */
  embedded: EmbeddedDatabase | undefined;
  stop(): Promise<void>;
}

/** Starts the server on the PostgreSQL of DATABASE_URL, or first starts the embedded one. */
export async function startWithDatabase(config: Config, log: Logger): Promise<Running> {
  const embedded = config.databaseUrl ? undefined : await openEmbeddedDatabase(config.dataDir);
  try {
    const moodring = await startServer(config, config.databaseUrl ?? embedded!.url, log);
    return {
      moodring,
      embedded,
      async stop() {
        await moodring.stop();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

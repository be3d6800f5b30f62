import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openEmbeddedDatabase } from './database/embedded/embedded-database.ts';
import { startServer } from './start-server.ts';

/** Starts the server on the PostgreSQL of DATABASE_URL, or first starts the embedded one. */
export async function startWithDatabase(config: Config, log: Logger) {
  const embedded = config.databaseUrl ? undefined : await openEmbeddedDatabase(config.dataDir);
  try {
    const moodring = await startServer(config, config.databaseUrl ?? embedded!.url, log);
    return {
      moodring,
      /** Undefined when DATABASE_URL names another PostgreSQL. */
      embedded,
      async stop(): Promise<void> {
        await moodring.stop();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

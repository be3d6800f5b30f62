import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './database/embedded/embedded-database.ts';
import { type Moodring, startMoodring } from './start-server.ts';

/** The server with what it runs on. */
export interface Running {
  moodring: Moodring;
  /** Undefined on a PostgreSQL of yours. */
  embedded: EmbeddedDatabase | undefined;
  stop(): Promise<void>;
}

/** Starts the server on the database of the settings, bringing up the embedded one where they name none. */
export async function run(config: Config, log: Logger): Promise<Running> {
  const embedded = config.databaseUrl ? undefined : await openEmbeddedDatabase(config.dataDir);
  try {
    const moodring = await startMoodring(config, config.databaseUrl ?? embedded!.url, log);
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

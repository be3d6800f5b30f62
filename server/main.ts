import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { openEmbeddedDatabase } from './database/embedded.ts';
import { startMoodring } from './moodring.ts';
import { printWelcome } from './welcome.ts';

const log = pino({ redact: ['err.detail', 'err.parameters', 'err.cause.detail'] }, pino.destination(2));

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? undefined : await openEmbeddedDatabase(config.dataDir);
  const moodring = await startMoodring(config, config.databaseUrl ?? embedded!.url, log).catch(async (error) => {
    await embedded?.stop();
    throw error;
  });
  printWelcome(config, embedded);

  const stop = async () => {
    await moodring.stop();
    await embedded?.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: Error & NodeJS.ErrnoException) => {
  if (error instanceof ConfigError) console.error(error.message);
  else if (error.code === 'EADDRINUSE')
    console.error(`${error.message}. Stop what listens there, or set PORT to another number.`);
  else console.error(error.cause ? `${error.message}\n${error.cause}` : error.message);
  process.exit(1);
});

import { pino } from 'pino';
import { readConfig } from './config.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { createLog } from './logging/log.ts';
import { printWelcome } from './print-welcome.ts';
import { startWithDatabase } from './start-with-database.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const log = createLog(pino.destination(2), 'info');

try {
  const config = readConfig(process.env);
  const starting = startWithDatabase(config, log);
  // A signal during the start waits until the start has finished: a half-started server cannot stop in good order.
  stopOnSignal(async () => (await starting).stop());
  const { embedded } = await starting;
  printWelcome(config, embedded, process.env);
} catch (error) {
  console.error(explainStartFailure(error as Error));
  process.exit(1);
}

import { pino } from 'pino';
import { readConfig } from './config.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { createLog } from './logging/log.ts';
import { printWelcome } from './print-welcome.ts';
import { run } from './start-with-database.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const log = createLog(pino.destination(2), 'info');

try {
  const config = readConfig(process.env);
  const starting = run(config, log);
  // Told to stop while it starts, it first finishes starting: half of it could not be stopped in good order.
  stopOnSignal(async () => (await starting).stop());
  const { embedded } = await starting;
  printWelcome(config, embedded);
} catch (error) {
  console.error(explainStartFailure(error as Error));
  process.exit(1);
}

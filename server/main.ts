import { pino } from 'pino';
import { readConfig } from './config.ts';
import { explainFailure } from './explain-failure.ts';
import { run } from './run.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { printWelcome } from './welcome.ts';

const log = pino({ redact: ['err.detail', 'err.parameters', 'err.cause.detail'] }, pino.destination(2));

try {
  const config = readConfig(process.env);
  const starting = run(config, log);
  // Told to stop while it starts, it first finishes starting: half of it could not be stopped in good order.
  stopOnSignal(async () => (await starting).stop());
  const { embedded } = await starting;
  printWelcome(config, embedded);
} catch (error) {
  console.error(explainFailure(error as Error));
  process.exit(1);
}

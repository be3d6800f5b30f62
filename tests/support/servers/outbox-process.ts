/** A process with one outbox worker, for tests that kill it: `node outbox-process.ts DATABASE_URL ENDPOINT LEASE_MS`. */
import { pino } from 'pino';
import { connectDatabase } from '#server/database/connect.ts';
import { httpGateway } from '#server/features/texts/gateways/http-gateway.ts';
import { createOutbox } from '#server/features/texts/index.ts';

const [databaseUrl = '', address = '', leaseMs] = process.argv.slice(2);
createOutbox({
  pool: connectDatabase(databaseUrl, { max: 2 }).pool,
  log: pino(),
  appUrl: 'https://moodring.example',
  defaultCountry: 'US',
  gateways: { general: httpGateway({ address, secret: undefined }) },
  options: { leaseMs: Number(leaseMs), concurrency: 1 },
}).start();

// Ends with the process that started it, even when that one is killed first.
process.stdin.on('end', () => process.exit()).resume();

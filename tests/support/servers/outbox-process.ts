/** A process of its own with one outbox worker, for tests that kill it: `node outbox-process.ts DATABASE_URL ENDPOINT LEASE_MS`. */
import { pino } from 'pino';
import { connectDatabase } from '#server/database/connect.ts';
import { httpGateway } from '#server/features/texts/gateways/http-gateway.ts';
import { createOutbox } from '#server/features/texts/index.ts';

const [databaseUrl = '', address = '', leaseMs] = process.argv.slice(2);
createOutbox({
  pool: connectDatabase(databaseUrl, { max: 2 }).pool,
  log: pino(),
  gateways: { general: httpGateway({ address, secret: undefined }) },
  pace: { leaseMs: Number(leaseMs), concurrency: 1 },
}).start();

// Whoever started it may be cut off before they can kill it.
process.stdin.on('end', () => process.exit()).resume();

export { openExportPool } from './export/open-export-pool.ts';
export { createDepartures, type Departures } from './leave/purge-worker.ts';
export { accountRoutes } from './routes.ts';

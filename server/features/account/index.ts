export { createDepartures, type Departures } from './departures.ts';
export { openExportPool } from './open-export-pool.ts';
export { accountRoutes } from './routes.ts';

export { openExportPool } from './export/open-export-pool.ts';
export { createDepartures, type Departures } from './leave/departures.ts';
export { accountRoutes } from './routes.ts';

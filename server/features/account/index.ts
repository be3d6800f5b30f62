export { createDepartures, type Departures } from './departures.ts';
export { accountRoutes } from './routes.ts';

export { readStatus, type Status } from './read-status.ts';
export { statusRoutes } from './routes.ts';

export { findConnection, listConnections } from './list-connections.ts';
export { circleRoutes } from './routes.ts';

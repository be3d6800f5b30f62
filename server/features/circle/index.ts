export { findConnection } from './list-connections.ts';
export { circleRoutes } from './routes.ts';

export { connect } from './connect.ts';
export { openSearchPool } from './open-search-pool.ts';
export { peopleRoutes } from './routes.ts';

export { connect } from './connect.ts';
export { peopleRoutes } from './routes.ts';

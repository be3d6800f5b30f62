export { chooseMood } from './choose-mood.ts';
export { moodsRoutes } from './routes.ts';

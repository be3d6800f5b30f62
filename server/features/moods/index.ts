export { chooseMood } from './choose-mood.ts';

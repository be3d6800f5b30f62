export { People } from './list/people.tsx';

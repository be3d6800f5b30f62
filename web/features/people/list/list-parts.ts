/** What lists of people need late: loaded by `people.tsx`. */
export { EmptyCircle } from './empty-circle.tsx';
export { PeopleFilter } from './filter/people-filter.tsx';

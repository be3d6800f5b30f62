/** What lists of people need late: loaded by `use-people.tsx`. */
export { EmptyCircle } from './empty-circle.tsx';
export { PeopleFilter } from './filter/people-filter.tsx';

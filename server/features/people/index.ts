export { connect } from './connect.ts';
export { openSearchPool } from './search/open-search-pool.ts';
export { VISIBLE_PERSON } from './visible-person.ts';

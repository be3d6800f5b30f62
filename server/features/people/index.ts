export { ASKED, connect } from './connect.ts';
export { VISIBLE_PERSON } from './get-info.ts';
export { openSearchPool } from './search/open-search-pool.ts';

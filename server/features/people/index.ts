export { ASKED, connect } from './connect.ts';
export { VISIBLE_PERSON } from './get-info.ts';

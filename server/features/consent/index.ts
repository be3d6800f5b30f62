export { IS_SHOWN_BLOCK } from './blocks.ts';

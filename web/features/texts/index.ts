export { canText } from './can-text.ts';

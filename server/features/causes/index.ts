export { createCauses } from './causes.ts';

export { type Causes, createCauses } from './causes.ts';

export { createCauses } from './expand-causes.ts';

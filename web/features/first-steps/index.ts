export { FirstSteps } from './lazy-first-steps.ts';

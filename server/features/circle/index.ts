export { findConnection } from './list-connections.ts';

export { LiveConnection } from './live-connection.ts';
export { applyEvent, fetchAgain, useLiveEvent, useLiveOpen, useLiveStatus } from './live-events.ts';
export { type LiveEventOf, type LiveSocket, liveSocket } from './live-socket.ts';

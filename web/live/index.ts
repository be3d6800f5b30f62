export { LiveProvider } from './live-provider.tsx';
export type { LiveSocket } from './live-socket.ts';
export { applyEvent, fetchAgain } from './query-cache.ts';
export { useLiveEvent, useLiveOpen, useLiveSocket, useLiveStatus } from './use-live.ts';

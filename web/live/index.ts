export {
  applyEvent,
  fetchAgain,
  useLiveEvent,
  useLiveOpen,
  useLiveSocket,
  useLiveStatus,
} from './live-events.ts';
export { LiveProvider } from './live-provider.tsx';
export type { LiveEventOf, LiveSocket } from './live-socket.ts';

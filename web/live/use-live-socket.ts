import { use } from 'react';
import { LiveContext } from './live-context.ts';
import type { LiveSocket } from './live-socket.ts';

/** The live connection itself, for what outlives a render. */
export function useLiveSocket(): LiveSocket {
  const socket = use(LiveContext);
  if (socket === null) throw new Error('The live connection is used outside of <LiveProvider>.');
  return socket;
}

import { createContext } from 'react';
import type { LiveSocket } from './live-socket.ts';

export const LiveContext = createContext<LiveSocket | null>(null);

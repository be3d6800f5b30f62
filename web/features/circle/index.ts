export { CallFriend } from './call-friend.tsx';
export { CheckIn, HEART } from './check-in.tsx';
export { applyConnection, applyGone, applyMessage, applyRead } from './connections/connections-cache.ts';
export { useConnections } from './connections/use-connections.ts';
export { EmptyCircle } from './empty-circle.tsx';
export { firstName, fullName } from './full-name.ts';
export { LastMessage } from './last-message.tsx';
export { MoodSince } from './mood-since.tsx';
export { SyncConnections } from './sync-connections.tsx';

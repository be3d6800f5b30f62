export { CallFriend } from './call-friend.tsx';
export { CheckIn, HEART } from './check-in.tsx';
export {
  applyConnection,
  applyGone,
  applyMessage,
  applyRead,
  beingRead,
  connectionsKey,
} from './connections/connections-cache.ts';
export { connectionsQuery, useConnections } from './connections/use-connections.ts';
export { FriendChecks } from './friend-checks.tsx';
export { firstName, fullName, nameOf } from './full-name.ts';
export { removedFriend } from './removed-friend.ts';
export { setUnsent, type Unsent, useUnsent } from './rows/unsent.ts';
export { SyncConnections } from './sync-connections.tsx';
export { telOf } from './tel-of.ts';

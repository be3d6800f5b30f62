export { CallFriend } from './call-friend.tsx';
export { CheckIn, HEART } from './check-in.tsx';
export {
  applyConnection,
  applyGone,
  applyMessage,
  applyRead,
  connectionsKey,
} from './connections/connections-cache.ts';
export { useConnections } from './connections/use-connections.ts';
export { firstName, fullName } from './full-name.ts';
export { PeopleList } from './people-list.tsx';
export { LastMessage, MoodSince, PreviewLine, UnreadCount } from './rows/row-parts.tsx';
export { setUnsent, type Unsent } from './rows/unsent.ts';
export { SyncConnections } from './sync-connections.tsx';
export { telOf } from './tel-of.ts';
export { usePeople } from './use-people.tsx';

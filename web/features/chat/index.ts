export { clearOtherUsersData } from './clear-other-users-data.ts';
export { SyncChats } from './sync-chats.tsx';

export { SyncChats } from './sync-chats.tsx';

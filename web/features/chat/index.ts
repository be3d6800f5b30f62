export { PROFILE_PHOTO, prepareFile } from './photos/choosing/prepare-photo.ts';
export { SyncChats } from './sync-chats.tsx';

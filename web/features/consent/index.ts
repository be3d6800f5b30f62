export { FriendButton, FriendMenu } from './friend/friend-button.tsx';
export { RemovedLine } from './removed-line.tsx';

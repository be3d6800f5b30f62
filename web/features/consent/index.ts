export { FriendButton, FriendMenu } from './friend/friend-button.tsx';
export { nameOf } from './name-of.ts';
export { ConnectionRequests } from './requests/connection-requests.tsx';
export { useRequests } from './requests/use-requests.ts';

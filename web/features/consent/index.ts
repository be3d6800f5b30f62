export { FriendButton, FriendMenu } from './friend/friend-button.tsx';
export { ConnectionRequests } from './requests/connection-requests.tsx';
export { useRequests } from './requests/use-requests.ts';

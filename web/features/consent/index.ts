export { FriendButton, FriendMenu } from './friend/friend-button.tsx';
export { nameOf } from './name-of.ts';
export { RemovedLine } from './removed-line.tsx';
export { LazyConnectionRequests } from './requests/lazy-requests.ts';
export { requestsKey, useRequests } from './requests/use-requests.ts';

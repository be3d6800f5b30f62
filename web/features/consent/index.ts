import { late } from '#web/use-late-chunk.ts';

export { FriendButton, FriendMenu } from './friend/friend-button.tsx';
export { nameOf } from './name-of.ts';
export { useRequests } from './requests/use-requests.ts';

export const LazyConnectionRequests = late(() => import('./requests/connection-requests.tsx'), 'ConnectionRequests');

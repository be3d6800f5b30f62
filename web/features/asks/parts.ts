/** What is shown about asks: one chunk, loaded when there is an ask. */
export { FriendsAsks } from './friends/friends-asks.tsx';
export { AnnounceAnswers } from './own/announce-answers.tsx';
export { OwnBar } from './own/own-bar.tsx';

/** What is shown about asks: one chunk, loaded when there is an ask. */
export { AskInChat } from './friends/ask-in-chat.tsx';
export { FriendCards } from './friends/friend-cards.tsx';
export { AnnounceAnswers } from './own/announce-answers.tsx';
export { OwnBar } from './own/own-bar.tsx';

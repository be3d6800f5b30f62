export { ChatLive } from './chat-live.tsx';

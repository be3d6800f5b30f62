import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { RequireSession } from './features/identity/index.ts';
import { ErrorScreen } from './frame/error-screen.tsx';
import { loadChunk } from './load-chunk.ts';

const MoodScreen = lazy(() => loadChunk(() => import('./features/moods/mood-screen.tsx')));
const StatusScreen = lazy(() => loadChunk(() => import('./features/moods/status-screen.tsx')));
const CircleScreen = lazy(() => loadChunk(() => import('./features/circle/circle-screen.tsx')));
const ChatsScreen = lazy(() => loadChunk(() => import('./features/circle/chats-screen.tsx')));
const ConnectScreen = lazy(() => loadChunk(() => import('./features/people/connect-screen.tsx')));
const ChatScreen = lazy(() => loadChunk(() => import('./features/chat/chat-screen.tsx')));
const LoginScreen = lazy(() => loadChunk(() => import('./features/identity/login-screen.tsx')));
const SignupScreen = lazy(() => loadChunk(() => import('./features/identity/signup-screen.tsx')));
const MessageScreen = lazy(() => loadChunk(() => import('./features/texts/message-screen.tsx')));

/** Every screen and its address (spec §2), each in a chunk of its own. */
export function Screens() {
  return (
    <Routes>
      <Route path="/" element={<MoodScreen />} />
      <Route path="/mood" element={<MoodScreen />} />
      <Route path="/status" element={<StatusScreen />} />
      <Route path="/login" element={<LoginScreen />} />
      <Route path="/signup" element={<SignupScreen />} />
      <Route path="/message" element={<MessageScreen />} />
      <Route path="/chat/:connect" element={<ChatScreen />} />
      <Route
        path="/circles"
        element={
          <RequireSession>
            <CircleScreen />
          </RequireSession>
        }
      />
      <Route
        path="/cares"
        element={
          <RequireSession>
            <ChatsScreen />
          </RequireSession>
        }
      />
      <Route
        path="/connect"
        element={
          <RequireSession>
            <ConnectScreen />
          </RequireSession>
        }
      />
      <Route path="*" element={<ErrorScreen />} />
    </Routes>
  );
}

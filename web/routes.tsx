import { lazy } from 'react';
import { RequireSession } from './features/identity/index.ts';
import { ErrorScreen } from './frame/error-screen.tsx';
import { loadChunk } from './load-chunk.ts';
import { screenLoading } from './pending-work.ts';
import { Route, Switch } from './router.tsx';
import { SkeletonRows } from './ui/page/skeleton.tsx';
import { late } from './use-late-chunk.ts';

const MoodScreen = lazy(() => screen(() => import('./features/moods/mood-screen.tsx')));
const CircleScreen = lazy(() => screen(() => import('./features/circle/circle-screen.tsx')));
const ChatsScreen = lazy(() => screen(() => import('./features/chat/chats/chats-screen.tsx')));
const ConnectScreen = lazy(() => screen(() => import('./features/people/connect-screen.tsx')));
const ChatScreen = lazy(() => screen(() => import('./features/chat/chat-screen.tsx')));
const NoChatScreen = lazy(() => screen(() => import('./features/chat/no-chat-screen.tsx')));
const LoggedOutScreen = lazy(() => screen(() => import('./features/chat/logged-out-screen.tsx')));
const LoginScreen = lazy(() => screen(() => import('./features/identity/login-screen.tsx')));
const SignupScreen = lazy(() => screen(() => import('./features/identity/signup-screen.tsx')));
const ForgotPasswordScreen = lazy(() => screen(() => import('./features/identity/forgot-password-screen.tsx')));
const NewPasswordScreen = lazy(() => screen(() => import('./features/identity/new-password-screen.tsx')));
const ConfirmEmailScreen = lazy(() => screen(() => import('./features/identity/confirm-email-screen.tsx')));
const SettingsScreen = lazy(() => screen(() => import('./features/account/settings-screen.tsx')));
const HistoryScreen = lazy(() => screen(() => import('./features/history/history-screen.tsx')));
const JoinScreen = lazy(() => screen(() => import('./features/invites/join-screen.tsx')));
const LinkScreen = lazy(() => screen(() => import('./features/asks/link/link-screen.tsx')));
const MessageScreen = lazy(() => screen(() => import('./features/texts/message-screen.tsx')));
// The lists beside a chat, on wide screens. They are no part of its first load.
// The lists beside a chat, on wide screens. They are no part of its first load.
const LOADING = <SkeletonRows count={5} />;
const Chats = late(
  () => import('./features/chat/chats/chats-screen.tsx').then(({ Chats }) => ({ Chats })),
  'Chats',
  LOADING,
);
const Circle = late(
  () => import('./features/circle/circle-screen.tsx').then(({ Circle }) => ({ Circle })),
  'Circle',
  LOADING,
);

function screen<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  return screenLoading.track(loadChunk(load));
}

/** Every screen and its address. The build reads this file to name a screen's chunks (`bin/build/screens-of-routes.ts`). */
export function Screens() {
  return (
    <Switch>
      <Route path="/">
        <RequireSession fallback={<LoginScreen />} screen={<MoodScreen />} />
      </Route>
      <Route path="/mood">
        <RequireSession fallback={<LoginScreen />} screen={<MoodScreen />} />
      </Route>
      <Route path="/status">
        <RequireSession fallback={<LoginScreen />} screen={<MoodScreen key="status" isStatus />} />
      </Route>
      <Route path="/login">
        <LoginScreen />
      </Route>
      <Route path="/signup">
        <SignupScreen />
      </Route>
      <Route path="/join">
        <JoinScreen />
      </Route>
      <Route path="/a">
        <LinkScreen />
      </Route>
      <Route path="/forgot-password">
        <ForgotPasswordScreen />
      </Route>
      <Route path="/new-password">
        <NewPasswordScreen />
      </Route>
      <Route path="/confirm-email">
        <ConfirmEmailScreen />
      </Route>
      <Route path="/message">
        <MessageScreen />
      </Route>
      <Route path="/chat/:connect">
        <RequireSession
          fallback={<LoggedOutScreen />}
          screen={<ChatScreen Chats={Chats} Circle={Circle} fallback={<NoChatScreen />} />}
        />
      </Route>
      <Route path="/circles">
        <RequireSession fallback={<LoginScreen />} screen={<CircleScreen />} />
      </Route>
      <Route path="/cares">
        <RequireSession fallback={<LoginScreen />} screen={<ChatsScreen />} />
      </Route>
      <Route path="/connect">
        <RequireSession fallback={<LoginScreen />} screen={<ConnectScreen />} />
      </Route>
      <Route path="/settings">
        <RequireSession fallback={<LoginScreen />} screen={<SettingsScreen />} />
      </Route>
      <Route path="/settings/:page">
        <RequireSession fallback={<LoginScreen />} screen={<SettingsScreen />} />
      </Route>
      <Route path="/history">
        <RequireSession fallback={<LoginScreen />} screen={<HistoryScreen />} />
      </Route>
      <Route>
        <ErrorScreen />
      </Route>
    </Switch>
  );
}

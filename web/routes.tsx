import type { FetchQueryOptions } from '@tanstack/react-query';
import { type ComponentType, createElement, Fragment, type ReactElement, use } from 'react';
import * as t from '#language';
import { useApp } from './app-context.tsx';
import { ErrorScreen } from './frame/error-screen.tsx';
import { late } from './loading/late-chunk.ts';
import { loadChunk } from './loading/load-chunk.ts';
import { neededWork, screenLoading } from './loading/pending-work.ts';
import { DocumentTitle } from './ui/page/document-title.tsx';
import { PageSkeleton, SkeletonRows } from './ui/page/skeleton.tsx';
import { useLocation } from './ui/router.tsx';

const MoodScreen = screen(() => import('./features/moods/mood-screen.tsx'));
const CircleScreen = screen(() => import('./features/circle/circle-screen.tsx'));
const ChatsScreen = screen(() => import('./features/chat/chats/chats-screen.tsx'));
const ConnectScreen = screen(() => import('./features/people/connect-screen.tsx'));
const ChatScreen = screen(() => import('./features/chat/chat-screen.tsx'));
const NoChatScreen = screen(() => import('./features/chat/no-chat-screen.tsx'));
const LoggedOutScreen = screen(() => import('./features/chat/logged-out-screen.tsx'));
const LoginScreen = screen(() => import('./features/identity/login-screen.tsx'));
const SignupScreen = screen(() => import('./features/identity/signup-screen.tsx'));
const ForgotPasswordScreen = screen(() => import('./features/identity/forgot-password-screen.tsx'));
const NewPasswordScreen = screen(() => import('./features/identity/new-password-screen.tsx'));
const ConfirmEmailScreen = screen(() => import('./features/identity/confirm-email-screen.tsx'));
const SettingsScreen = screen(() => import('./features/account/settings-screen.tsx'));
const HistoryScreen = screen(() => import('./features/history/history-screen.tsx'));
const CheckInScreen = screen(() => import('./features/check-in/check-in-screen.tsx'));
const PlanScreen = screen(() => import('./features/plan/plan-screen.tsx'));
const JoinScreen = screen(() => import('./features/invites/join-screen.tsx'));
const LinkScreen = screen(() => import('./features/asks/link/link-screen.tsx'));
const MessageScreen = screen(() => import('./features/texts/message-screen.tsx'));
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

interface ScreenCode<Props> {
  /** `firstQuery`: what it shows first, besides what every screen does. */
  default: ComponentType<Props> & {
    firstQuery?: (me: string, path: string) => FetchQueryOptions;
  };
}

/** A screen whose code is loaded when it is shown, or before. */
function screen<Props extends object>(load: () => Promise<ScreenCode<Props>>) {
  let loaded: ScreenCode<Props> | undefined;
  let loading: Promise<ScreenCode<Props>> | undefined;
  const begin = async () => (loaded = await neededWork.track(screenLoading.track(loadChunk(load))));
  const loadOnce = () => (loading ??= begin());
  const Screen = (props: Props) => createElement((loaded ?? use(loadOnce())).default, props);
  return Object.assign(Screen, { load: loadOnce });
}

interface ScreenRoute {
  path: string;
  /** In the tab. What a screen shows may have a more exact one. */
  title: string;
  /** What a signed-out person gets at the address: a login form (spec §2, §6). Without it the screen is for everybody. */
  signedOut?: ReactElement;
  screen: ReactElement;
}

/** Every screen and its address. The build reads this list to name a screen's chunks (`bin/build/screens-of-routes.ts`). */
const ROUTES: readonly ScreenRoute[] = [
  { path: '/', title: t.mood, signedOut: <LoginScreen />, screen: <MoodScreen /> },
  { path: '/mood', title: t.mood, signedOut: <LoginScreen />, screen: <MoodScreen /> },
  { path: '/status', title: t.status, signedOut: <LoginScreen />, screen: <MoodScreen isStatus /> },
  { path: '/login', title: t.logIn, screen: <LoginScreen /> },
  { path: '/signup', title: t.signUp, screen: <SignupScreen /> },
  { path: '/join', title: t.invitation, screen: <JoinScreen /> },
  { path: '/a', title: t.aFriendTitle, screen: <LinkScreen /> },
  { path: '/forgot-password', title: t.forgotYourPassword, screen: <ForgotPasswordScreen /> },
  { path: '/new-password', title: t.newPassword, screen: <NewPasswordScreen /> },
  { path: '/confirm-email', title: t.confirmYourEmail, screen: <ConfirmEmailScreen /> },
  { path: '/message', title: t.textMessage, screen: <MessageScreen /> },
  {
    path: '/chat/:connect',
    title: t.chat,
    signedOut: <LoggedOutScreen />,
    screen: <ChatScreen Chats={Chats} Circle={Circle} fallback={<NoChatScreen />} />,
  },
  { path: '/circles', title: t.circle, signedOut: <LoginScreen />, screen: <CircleScreen /> },
  { path: '/cares', title: t.chats, signedOut: <LoginScreen />, screen: <ChatsScreen /> },
  { path: '/connect', title: t.addScreen, signedOut: <LoginScreen />, screen: <ConnectScreen /> },
  { path: '/settings', title: t.settings, signedOut: <LoginScreen />, screen: <SettingsScreen /> },
  { path: '/settings/:page', title: t.settings, signedOut: <LoginScreen />, screen: <SettingsScreen /> },
  { path: '/history', title: t.history, signedOut: <LoginScreen />, screen: <HistoryScreen /> },
  { path: '/check-in', title: t.plannedCheckIn, signedOut: <LoginScreen />, screen: <CheckInScreen /> },
  { path: '/plan', title: t.myPlan, signedOut: <LoginScreen />, screen: <PlanScreen /> },
];

export function routeAt(path: string): ScreenRoute | undefined {
  return ROUTES.find((route) => new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}/?$`, 'i').test(path));
}

export function loadScreen({ type }: ReactElement) {
  return (type as ReturnType<typeof screen>).load();
}

export function Screens() {
  const route = routeAt(useLocation().pathname);
  return route ? <RouteScreen {...route} /> : <ErrorScreen />;
}

function RouteScreen({ title, ...route }: ScreenRoute) {
  const { appUser } = useApp();
  return (
    <>
      {/* Anew for another person: a login form in place of the screen has a title of its own. */}
      <DocumentTitle key={appUser?.uid} title={title} />
      {route.signedOut ? <RequireSession {...route} /> : route.screen}
    </>
  );
}

function RequireSession({ signedOut, screen }: Omit<ScreenRoute, 'title'>) {
  const { appUser } = useApp();
  if (appUser === undefined) return <PageSkeleton />;
  // The key resets the screen when another person signs in, so that they see nothing of the earlier person's input.
  return appUser ? <Fragment key={appUser.uid}>{screen}</Fragment> : signedOut;
}

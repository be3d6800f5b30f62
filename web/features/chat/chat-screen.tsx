import { lazy, Suspense, useEffect } from 'react';
import { useParams } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { ChatsLayout, useConnections } from '#web/features/circle/index.ts';
import { loadChunk } from '#web/load-chunk.ts';
import { PageSkeleton } from '#web/ui/page-skeleton.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { NotConnected } from './not-connected.tsx';

const loadChat = () => loadChunk(() => import('./chat.tsx'));
const Chat = lazy(loadChat);
const LoggedOut = lazy(() => loadChunk(() => import('./logged-out.tsx')));

/** /chat/{connect}: the chat with the connection of that uid (spec §2). */
export default function ChatScreen() {
  const { connect = '' } = useParams();
  const { appUser } = useApp();
  const { data: entries } = useConnections();
  const isSignedIn = Boolean(appUser);

  useEffect(() => {
    // Begun as soon as the first paint is done; a failure shows when the chat is to be shown.
    if (isSignedIn) loadChat().catch(() => {});
  }, [isSignedIn]);

  if (appUser === undefined) return <PageSkeleton />;
  if (appUser === null) return <LoggedOut />;

  const entry = entries?.find(({ uid }) => uid === connect);
  const isStranger = entries !== undefined && entry === undefined;
  return (
    <ChatsLayout open={connect}>
      {isStranger ? <NotConnected /> : <ChatHeader entry={entry} />}
      {entries === undefined && <ChatSkeleton />}
      {entry !== undefined && (
        <Suspense fallback={<ChatSkeleton />}>
          <Chat key={`${appUser.uid} ${entry.uid}`} me={appUser.uid} entry={entry} />
        </Suspense>
      )}
    </ChatsLayout>
  );
}

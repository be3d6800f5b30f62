import { lazy } from 'react';
import { useParams } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { ChatsLayout, useConnections } from '#web/features/circle/index.ts';
import { loadChunk } from '#web/load-chunk.ts';
import { PageSkeleton } from '#web/ui/page-skeleton.tsx';
import { Chat } from './chat.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { NotConnected } from './not-connected.tsx';

const LoggedOut = lazy(() => loadChunk(() => import('./logged-out.tsx')));

/** /chat/{connect}: the chat with the connection of that uid (spec §2). */
export default function ChatScreen() {
  const { connect = '' } = useParams();
  const { appUser } = useApp();
  const { data: entries } = useConnections();
  if (appUser === undefined) return <PageSkeleton />;
  if (appUser === null) return <LoggedOut />;

  const entry = entries?.find(({ uid }) => uid === connect);
  const isStranger = entries !== undefined && entry === undefined;
  return (
    <ChatsLayout open={connect}>
      {isStranger ? <NotConnected /> : <ChatHeader entry={entry} />}
      {entries === undefined && <ChatSkeleton />}
      {entry !== undefined && <Chat key={`${appUser.uid} ${entry.uid}`} me={appUser.uid} entry={entry} />}
    </ChatsLayout>
  );
}

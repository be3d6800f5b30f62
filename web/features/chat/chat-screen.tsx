import { useParams } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { ChatsLayout, useConnections } from '#web/features/circle/index.ts';
import { ChatLoginForm } from '#web/features/identity/index.ts';
import { PageSkeleton } from '#web/ui/page-skeleton.tsx';
import { Chat } from './chat.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { NotConnected } from './not-connected.tsx';

/** /chat/{connect}: the chat with the connection of that uid (spec §2). */
export default function ChatScreen() {
  const { connect = '' } = useParams();
  const { appUser } = useApp();
  const { data: entries } = useConnections();
  if (appUser === undefined) return <PageSkeleton />;
  if (appUser === null) return <ChatLoginForm />;

  const entry = entries?.find(({ uid }) => uid === connect);
  return (
    <ChatsLayout open={connect}>
      {entries === undefined && <ChatSkeleton />}
      {entries !== undefined && entry === undefined && <NotConnected />}
      {entry !== undefined && <Chat key={entry.uid} me={appUser.uid} entry={entry} />}
    </ChatsLayout>
  );
}

import { useParams } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { ChatsLayout, useConnections } from '#web/features/circle/index.ts';
import { Chat } from './chat.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { NotConnected } from './not-connected.tsx';

/** /chat/{connect}: the chat with the connection of that uid (spec §2). */
export default function ChatScreen() {
  const { connect = '' } = useParams();
  const { appUser } = useApp();
  const { data: entries } = useConnections();
  const entry = entries?.find(({ uid }) => uid === connect);
  const isStranger = entries !== undefined && entry === undefined;
  return (
    <ChatsLayout open={connect}>
      {isStranger ? <NotConnected /> : <ChatHeader entry={entry} />}
      {entries === undefined && <ChatSkeleton />}
      {appUser && entry && <Chat key={entry.uid} me={appUser.uid} entry={entry} />}
    </ChatsLayout>
  );
}

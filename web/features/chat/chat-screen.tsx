import { type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { useConnections } from '#web/features/circle/index.ts';
import { Chat } from './chat.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { ChatsLayout } from './chats/chats-layout.tsx';

interface ChatScreenProps {
  /** What stands here when no connection has that uid. */
  otherwise: ReactNode;
}

/** /chat/{connect}: the chat with the connection of that uid (spec §2), in capitals as well. */
export default function ChatScreen({ otherwise }: ChatScreenProps) {
  const uid = useParams().connect!.toLowerCase();
  const { appUser } = useApp();
  const { data: entries } = useConnections();
  const entry = entries?.find((each) => each.uid === uid);
  return (
    <ChatsLayout open={uid}>
      {entries && !entry ? <Suspense fallback={<ChatSkeleton />}>{otherwise}</Suspense> : <ChatHeader entry={entry} />}
      {entries === undefined && <ChatSkeleton />}
      {appUser && entry && <Chat key={entry.uid} me={appUser.uid} entry={entry} />}
    </ChatsLayout>
  );
}

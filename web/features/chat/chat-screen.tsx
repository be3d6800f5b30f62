import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { AskSlot } from '#web/features/asks/index.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { ChatHeader } from './chat-header.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { ChatsLayout } from './chats/chats-layout.tsx';
import { Composer } from './composer/composer.tsx';
import { MessageList } from './messages/message-list.tsx';

interface ChatScreenProps {
  /** Shown when no connection has this uid. */
  fallback: ReactNode;
}

/** /chat/{connect}: the chat with the connection of that uid (spec §2). Capital letters in the uid are accepted, too. */
export default function ChatScreen({ fallback }: ChatScreenProps) {
  const uid = useParams().connect!.toLowerCase();
  const { appUser } = useApp();
  const { data: entries } = useConnections();
  const entry = entries?.find((each) => each.uid === uid);
  return (
    <ChatsLayout open={uid}>
      {entries && !entry ? <Suspense fallback={<ChatSkeleton />}>{fallback}</Suspense> : <ChatHeader entry={entry} />}
      {entries === undefined && <ChatSkeleton />}
      {appUser && entry && <Chat key={entry.uid} me={appUser.uid} entry={entry} />}
    </ChatsLayout>
  );
}

function Chat({ me, entry }: { me: string; entry: ConnectionEntry }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { setAppCurrentReciever } = useApp();
  useEffect(() => {
    setAppCurrentReciever(entry.uid);
    return () => setAppCurrentReciever(null);
  }, [setAppCurrentReciever, entry.uid]);
  return (
    <>
      <AskSlot friend={entry.uid} />
      <MessageList me={me} entry={entry} input={input} />
      <Composer me={me} other={entry.uid} input={input} />
    </>
  );
}

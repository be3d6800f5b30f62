import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { AskSlot } from '#web/features/asks/index.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { Composer } from './composer/composer.tsx';
import { MessageList } from './messages/message-list.tsx';

interface ChatScreenProps {
  /** The list beside the chat. */
  Chats: ComponentType<{ open?: string }>;
  /** It stands there in place of the chats when the chat was opened from it. */
  Circle: ComponentType<{ open?: string }>;
  /** Shown when no connection has this uid. */
  fallback: ReactNode;
}

/** /chat/{connect}: the chat with the connection of that uid (spec §2). Capital letters in the uid are accepted, too. */
export default function ChatScreen({ Chats, Circle, fallback }: ChatScreenProps) {
  const uid = useParams().connect!.toLowerCase();
  const { appUser } = useApp();
  // The row that led here says so (`circle-row.tsx`).
  const hasCircle = useLocation().state?.circle;
  const { data: entries } = useConnections();
  const entry = entries?.find((each) => each.uid === uid);
  return (
    <ListBesideChat
      title={hasCircle ? 'My Circle' : 'My Chats'}
      List={hasCircle ? Circle : Chats}
      open={uid}
      chat={
        <>
          {entries && !entry ? (
            <Suspense fallback={<ChatSkeleton />}>{fallback}</Suspense>
          ) : (
            <ChatHeader entry={entry} />
          )}
          {entries === undefined && <ChatSkeleton />}
          {appUser && entry && <Chat key={entry.uid} me={appUser.uid} entry={entry} />}
        </>
      }
    />
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

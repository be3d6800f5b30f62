import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { useConnections } from '#web/features/circle/index.ts';
import { createLateChunk } from '#web/loading/late-chunk.ts';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';
import { useLocation, useParam } from '#web/ui/router.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { Composer } from './composer/composer.tsx';
import { conversationQuery } from './conversation/use-conversation.ts';
import { MessageList } from './messages/message-list.tsx';
import { useLateChatParts } from './use-late-chat-parts.ts';

const useSearchCode = createLateChunk(() => import('./search/chat-search.tsx'));

interface ChatScreenProps {
  Chats: ComponentType<{ open?: string }>;
  /** It stands there in place of the chats when the chat was opened from it. */
  Circle: ComponentType<{ open?: string }>;
  fallback: ReactNode;
}

/** /chat/{connect}: the chat with the connection of that uid (spec §2). Capital letters in the uid are accepted, too. */
export default function ChatScreen({ Chats, Circle, fallback }: ChatScreenProps) {
  const uid = useParam()!.toLowerCase();
  const { appUser } = useApp();
  // The row that led here says so (`person-row.tsx`).
  const hasCircle = useLocation().state?.circle;
  const { data: entries } = useConnections();
  const entry = entries?.find((each) => each.uid === uid);
  const [searched, setSearched] = useState<string | null>(null);
  const isSearching = searched === uid;
  const setSearching = (isOpen: boolean) => setSearched(isOpen ? uid : null);
  return (
    <ListBesideChat
      title={hasCircle ? t.myCircle : t.myChats}
      List={hasCircle ? Circle : Chats}
      open={uid}
      chat={
        <>
          {entries && !entry ? (
            <Suspense fallback={<ChatSkeleton />}>{fallback}</Suspense>
          ) : (
            <ChatHeader entry={entry} isSearching={isSearching} onSearch={() => setSearching(!isSearching)} />
          )}
          {entries === undefined && <ChatSkeleton />}
          {appUser && entry && (
            <Chat
              key={entry.uid}
              me={appUser.uid}
              entry={entry}
              isSearching={isSearching}
              onSearchClose={() => setSearching(false)}
            />
          )}
        </>
      }
    />
  );
}

ChatScreen.firstQuery = (me: string, path: string) => conversationQuery(me, path.split('/')[2]!.toLowerCase());

interface ChatProps {
  me: string;
  entry: ConnectionEntry;
  isSearching: boolean;
  onSearchClose: () => void;
}

function Chat({ me, entry, isSearching, onSearchClose }: ChatProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { setAppCurrentReciever } = useApp();
  const [isCovered, setCovered] = useState(false);
  const late = useLateChatParts();
  const search = useSearchCode(isSearching);
  useEffect(() => {
    setAppCurrentReciever(entry.uid);
    return () => setAppCurrentReciever(null);
  }, [setAppCurrentReciever, entry.uid]);
  return (
    <>
      {late && <late.CheckInStrip entry={entry} />}
      {late && <late.ChatStrip friend={entry.uid} />}
      {/* With large text the messages keep a few lines, and the chat scrolls. */}
      <div className="relative flex min-h-32 grow flex-col lg:min-h-0">
        <div inert={isSearching && isCovered} className="flex min-h-0 grow flex-col">
          <MessageList me={me} entry={entry} input={input} />
        </div>
        {isSearching && search && (
          <search.ChatSearch me={me} entry={entry} onCover={setCovered} onClose={onSearchClose} />
        )}
      </div>
      {late && <late.Typing me={me} entry={entry} />}
      {late && (
        <late.ReadyAnswers friend={entry.uid} write={(words) => late.addToDraft(me, entry.uid, words, input.current)} />
      )}
      {/* What is sent appears below the messages, and the search lies over them. */}
      <Composer me={me} other={entry.uid} input={input} onSend={isSearching ? onSearchClose : undefined} />
    </>
  );
}

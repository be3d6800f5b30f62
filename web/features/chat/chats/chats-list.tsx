import { EmptyCircle, useConnections } from '#web/features/circle/index.ts';
import { SkeletonRows } from '#web/ui/page/skeleton-rows.tsx';
import { ChatRow } from './chat-row.tsx';

/** The chats, newest message first. `open` is the uid of the chat that stands beside the list. */
export function ChatsList({ open }: { open: string | null }) {
  const { data: entries } = useConnections();
  if (entries === undefined) return <SkeletonRows count={5} />;
  if (entries.length === 0) return <EmptyCircle />;
  return (
    <ul aria-label="Your chats" className="space-y-1">
      {entries.map((entry) => (
        <li key={entry.uid}>
          <ChatRow entry={entry} isOpen={entry.uid === open} />
        </li>
      ))}
    </ul>
  );
}

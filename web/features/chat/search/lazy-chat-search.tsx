import type { ConnectionEntry } from '#contract/views.ts';
import { useLateChunk } from '#web/use-late-chunk.ts';

interface LazyChatSearchProps {
  me: string;
  entry: ConnectionEntry;
  /** Whether it covers the messages: from the first search on. */
  onCover: (isCovered: boolean) => void;
  onClose: () => void;
}

/** The search, over the messages. Its code is loaded on the first tap. */
export function LazyChatSearch(props: LazyChatSearchProps) {
  const loaded = useLateChunk(true, () => import('./chat-search.tsx'));
  return loaded && <loaded.ChatSearch {...props} />;
}

/** What a chat needs a moment after its messages are shown. A chunk of its own keeps the first load small. */
import type { ConnectionEntry } from '#contract/views.ts';
import type { Conversation } from './conversation/conversation.ts';
import { useMarkRead } from './conversation/use-mark-read.ts';

export { linkedText } from './actions/links/linked-text.tsx';
export { MessageActions } from './actions/message-actions.tsx';
export { QuotedLine, ReplyLine } from './actions/quotes.tsx';
export { Reactions } from './actions/reactions.tsx';
export { TypeAnywhere } from './composer/type-anywhere.ts';
export { NewestButton } from './messages/newest-button.tsx';
export { PhotoPicker } from './photos/choosing/photo-picker.tsx';
export { MessagePhotos } from './photos/message-photos.tsx';

interface MarkReadProps {
  me: string;
  entry: ConnectionEntry;
  conversation: Conversation | undefined;
  /** Whether the newest messages are being fetched. */
  isFetching: boolean;
}

/** Marks the messages of the open chat as read. Renders nothing. */
export function MarkRead({ me, entry, conversation, isFetching }: MarkReadProps) {
  useMarkRead(me, entry, conversation, isFetching);
  return null;
}

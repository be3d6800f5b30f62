import { useAsks } from '../use-asks.ts';
import { useParts } from '../use-parts.ts';

interface AskInChatProps {
  me: string;
  /** The friend's uid. */
  friend: string;
}

/** The ask of the friend whose chat is open, above the messages. */
export function AskStrip({ me, friend }: AskInChatProps) {
  const [parts, asks] = useAsksOf(friend);
  return parts && asks && <parts.ChatStrip me={me} uid={friend} asks={asks} />;
}

interface AnswersProps extends AskInChatProps {
  /** Puts words into the input. */
  write: (words: string) => void;
}

/** First words to a friend whose ask was answered with a yes, above the input. */
export function ReadyAnswers({ me, friend, write }: AnswersProps) {
  const [parts, asks] = useAsksOf(friend);
  return parts && asks && <parts.ReadyAnswers me={me} uid={friend} asks={asks} write={write} />;
}

/** What shows the asks is loaded when the friend has one. */
function useAsksOf(friend: string) {
  const asks = useAsks()?.friends;
  return [useParts(asks?.some(({ uid }) => uid === friend) ?? false), asks] as const;
}

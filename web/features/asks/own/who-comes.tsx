import type { OwnAsk } from '#contract/asks.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { Face } from '#web/ui/face.tsx';
import { Link } from '#web/ui/link.tsx';
import { agoWords, answerWords } from '../ask-words.ts';

interface WhoComesProps {
  answer: OwnAsk['answers'][number];
  ask: OwnAsk;
  /** The server's time, in ms. */
  now: number;
}

/** A friend who will reach out, and whether they have written since. A tap opens the chat. */
export function WhoComes({ answer, ask, now }: WhoComesProps) {
  const { data: entries = [] } = useConnections();
  const { uid, firstname, lastname, answeredAt } = answer;
  const friend = entries.find((entry) => entry.uid === uid);
  const hasWritten = friend?.preview?.mine === false && friend.lastmessage >= answeredAt;
  return (
    <Link
      to={`/chat/${uid}`}
      className="flex min-h-11 min-w-[min(9rem,100%)] grow basis-0 items-center gap-3 rounded-2xl"
    >
      <Face
        initials={friend?.initials ?? firstname.slice(0, 1) + lastname.slice(0, 1)}
        photo={friend?.photo}
        mood={friend?.mood}
      />
      <span className="wrap-anywhere min-w-0 leading-tight">
        <span className="block font-semibold">{answerWords(answer, ask.worseAt, now)}</span>
        {hasWritten && (
          <span className="block text-ink-soft text-sm">wrote to you {agoWords(friend.lastmessage, now)}</span>
        )}
      </span>
    </Link>
  );
}

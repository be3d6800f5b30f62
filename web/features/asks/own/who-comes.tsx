import type { OwnAsk } from '#contract/asks.ts';
import { moodName } from '#contract/moods.ts';
import * as t from '#language';
import { dayAndTime } from '#web/dates/format-date.ts';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { listOf } from '#web/text/words.ts';
import { Face } from '#web/ui/face.tsx';
import { Link } from '#web/ui/link.tsx';
import { agoWords, answerWords, askingWords } from '../ask-words.ts';
import { isLeftAlone, type OwnState } from './own-state.ts';

interface WhoComesProps {
  answer: OwnAsk['answers'][number];
  ask: OwnAsk;
  now: number;
  /** In the bar, which is one line. */
  isInBar?: boolean;
}

export function WhoComes({ answer, ask, now, isInBar = false }: WhoComesProps) {
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
      <span className={`wrap-anywhere min-w-0 leading-tight ${isInBar ? 'text-sm' : ''}`}>
        <span className="block font-semibold">
          {hasWritten ? t.wroteToYou({ name: firstName(friend) }) : answerWords(answer, ask.worseAt, now)}
        </span>
        {hasWritten && !isInBar && (
          <span className="block text-ink-soft text-sm">{agoWords(friend.lastmessage, now)}</span>
        )}
      </span>
    </Link>
  );
}

const MAX_NAMES = 3;

/** What the bar and the card say where nobody is named who comes. @param now the server's time, in ms */
export function useHeadline(ask: OwnAsk, state: OwnState, now: number): string {
  const { data: entries = [] } = useConnections();
  const { asked } = ask.report;
  const names = entries
    .filter(({ uid, hidesMood }) => !hidesMood && (ask.chosen?.includes(uid) ?? true))
    .map(firstName);
  const who = names.length === asked && asked <= MAX_NAMES ? names : null;
  if (state === 'held' && asked > 0) return who ? t.askingNamesSoon({ names: listOf(who) }) : t.askingYourFriendsSoon;
  if (state === 'nudge')
    return t.stillFeelingThisWay({ mood: moodName(ask.level), since: dayAndTime(ask.calledAt, now) });
  if (state === 'better') return asked > 0 ? t.tellTheFriendsYouAsked : t.goodToHear;
  if (state === 'quiet') return t.noAnswerYet;
  if (state === 'long quiet' || isLeftAlone(ask)) return t.youDontHaveToWaitAlone;
  if (ask.answers.length > 0) return t.stillAskingYourFriends;
  return askingWords(ask.report, who);
}

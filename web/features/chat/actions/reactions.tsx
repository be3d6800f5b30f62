import { REACTIONS } from '#contract/chat/reactions.ts';
import type { Message } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';

interface ReactionsProps {
  reactions: NonNullable<Message['reactions']>;
  isMine: boolean;
  other: string;
}

export function Reactions({ reactions, isMine, other }: ReactionsProps) {
  const { appUser } = useApp();
  const emojis = [...new Set(reactions.map(({ emoji }) => emoji))];
  const spoken = reactions.map(({ uid, emoji }) =>
    t.reactionOf({ name: uid === appUser?.uid ? t.you : other, reaction: NAMES[emoji] ?? emoji }),
  );
  return (
    <div
      className={`relative -mt-1.5 flex w-fit items-center gap-1 rounded-full border border-line bg-surface px-2 text-base leading-[1.75] ${isMine ? 'self-end' : 'self-start'}`}
    >
      <span className="sr-only">{t.reactions({ reactions: spoken.join(t.listComma) })}</span>
      <span aria-hidden="true" className="font-emoji">
        {emojis.join(' ')}
      </span>
      {reactions.length > emojis.length && (
        <span aria-hidden="true" className="text-ink-soft text-sm">
          {reactions.length}
        </span>
      )}
    </div>
  );
}

/** A newer server may know further reactions. */
const NAMES: Record<string, string> = REACTIONS;

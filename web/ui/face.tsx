import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import { Avatar } from './avatar.tsx';
import { Bubble } from './bubble.tsx';

interface FaceProps {
  initials: string;
  photo?: string | null | undefined;
  mood?: Mood | undefined;
  isSmall?: boolean;
}

export function Face({ initials, photo, mood, isSmall = false }: FaceProps) {
  const ring = mood ? `${MOOD_CATALOGUE[mood].style} forced-color-adjust-none` : '';
  return (
    <span className={`relative inline-flex shrink-0 rounded-full p-0.75 transition-colors ${ring}`}>
      <Avatar {...{ initials, photo, isSmall }} />
      {mood && (
        <span className="-end-1.5 -bottom-1 absolute flex rounded-full border-2 border-surface">
          <Bubble mood={mood} size={isSmall ? 'tiny' : 'rim'} />
        </span>
      )}
    </span>
  );
}

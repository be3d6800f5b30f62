import type { Mood } from '#contract/moods.ts';
import { Avatar } from './avatar.tsx';
import { Bubble } from './bubble.tsx';

interface FaceProps {
  initials: string;
  photo?: string | null | undefined;
  /** Undefined while it is not known. */
  mood?: Mood | undefined;
}

/** A person's photo or initials, with the bubble of their mood on the rim. */
export function Face({ initials, photo, mood }: FaceProps) {
  return (
    <span className="relative inline-flex shrink-0">
      <Avatar {...{ initials, photo }} />
      {mood && (
        <span className="-right-1 -bottom-1 absolute flex rounded-full border-2 border-surface">
          <Bubble mood={mood} size="tiny" />
        </span>
      )}
    </span>
  );
}

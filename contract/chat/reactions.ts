import * as t from '#language';

/** The reactions to a message, and their names for screen readers. */
export const REACTIONS = {
  '❤️': t.reactionLove,
  '👍': t.reactionThumbsUp,
  '🤗': t.reactionHug,
  '😂': t.reactionLaughing,
  '😮': t.reactionSurprised,
  '😢': t.reactionSad,
} as const;

export type Reaction = keyof typeof REACTIONS;

/** The reactions to a message, and their names for screen readers. */
export const REACTIONS = {
  '❤️': 'Love',
  '👍': 'Thumbs up',
  '🤗': 'Hug',
  '😂': 'Laughing',
  '😮': 'Surprised',
  '😢': 'Sad',
} as const;

export type Reaction = keyof typeof REACTIONS;

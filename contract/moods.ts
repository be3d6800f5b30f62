/** The four moods, in the order in which the picker lists them (spec §2). */
export const MOODS = ['Green', 'Purple', 'Yellow', 'Dark'] as const;

export type Mood = (typeof MOODS)[number];

/** The mood of a new person (spec §4). */
export const FIRST_MOOD: Mood = 'Green';

export interface MoodOption {
  mood: Mood;
  /** The label that a person picks by (spec §2). */
  message: string;
  /** The screen's text about the new mood (spec §3). */
  moodMessage: string;
  /** The CSS class for a bubble's colour and sign. */
  style: string;
}

/** The catalogue of moods (spec §3), the only place with their texts. */
export const MOOD_CATALOGUE: Readonly<Record<Mood, MoodOption>> = {
  Green: {
    mood: 'Green',
    message: 'Feeling Good',
    moodMessage: 'is feeling good.',
    style: 'mood-green',
  },
  Purple: {
    mood: 'Purple',
    message: 'I could really use support',
    moodMessage: 'could really use some support. Can you help out? A message is enough.',
    style: 'mood-purple',
  },
  Yellow: {
    mood: 'Yellow',
    message: "I'm okay, just stressed",
    moodMessage: 'is okay, just stressed.',
    style: 'mood-yellow',
  },
  Dark: {
    mood: 'Dark',
    message: "I'm in bad shape",
    moodMessage: 'is in bad shape. Can you help out? A message is enough.',
    style: 'mood-dark',
  },
};

/**
 * How a friend is, after their name.
 * @param friend their mood, and whether they have chosen none yet
 * @param isAsked whether their ask is open: then it asks for help, too
 */
export function moodWords({ mood, isNew }: { mood: Mood; isNew?: true | undefined }, isAsked: boolean): string {
  if (isNew) return 'is new here.';
  const { moodMessage } = MOOD_CATALOGUE[mood];
  return isAsked ? moodMessage : moodMessage.replace(/ Can you help out.*/, '');
}

/** Whether friends are texted and see 'Check In?' (spec §4, §9). */
export function asksForSupport(mood: Mood): boolean {
  return mood === 'Dark' || mood === 'Purple';
}

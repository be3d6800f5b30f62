import * as t from '#language';

/** The four moods, in the order in which the picker lists them (spec §2). */
export const MOODS = ['Green', 'Purple', 'Yellow', 'Dark'] as const;

export type Mood = (typeof MOODS)[number];

/** The mood of a new person (spec §4). */
export const FIRST_MOOD: Mood = 'Green';

export interface MoodOption {
  mood: Mood;
  name: string;
  /** The label that a person picks by (spec §2). */
  message: string;
  /** The screen's text about the new mood (spec §3). */
  moodMessage: string;
  /** The CSS class for a bubble's colour and sign. */
  style: string;
}

/** The catalogue of moods (spec §3). Its texts are for the browser: the server has no words of one language. */
export const MOOD_CATALOGUE: Readonly<Record<Mood, MoodOption>> = {
  Green: {
    mood: 'Green',
    name: t.moodGreen,
    message: t.feelingGood,
    moodMessage: t.isFeelingGood,
    style: 'mood-green',
  },
  Purple: {
    mood: 'Purple',
    name: t.moodPurple,
    message: t.iCouldReallyUseSupport,
    moodMessage: `${t.couldReallyUseSomeSupport}${t.sentenceSpace}${t.canYouHelpOut}`,
    style: 'mood-purple',
  },
  Yellow: {
    mood: 'Yellow',
    name: t.moodYellow,
    message: t.imOkayJustStressed,
    moodMessage: t.isOkayJustStressed,
    style: 'mood-yellow',
  },
  Dark: {
    mood: 'Dark',
    name: t.moodDark,
    message: t.imInBadShape,
    moodMessage: `${t.isInBadShapeAfterName}${t.sentenceSpace}${t.canYouHelpOut}`,
    style: 'mood-dark',
  },
};

/**
 * How a friend is, after their name.
 * @param friend their mood, and whether they have chosen none yet
 * @param isAsked whether their ask is open: then it asks for help, too
 */
export function moodWords({ mood, isNew }: { mood: Mood; isNew?: true | undefined }, isAsked: boolean): string {
  if (isNew) return t.isNewHere;
  const { moodMessage } = MOOD_CATALOGUE[mood];
  return isAsked ? moodMessage : moodMessage.replace(`${t.sentenceSpace}${t.canYouHelpOut}`, '');
}

export const moodName = (mood: Mood): string => MOOD_CATALOGUE[mood].name;

/** Whether friends are texted and see 'Check In?' (spec §4, §9). */
export function asksForSupport(mood: Mood): boolean {
  return mood === 'Dark' || mood === 'Purple';
}

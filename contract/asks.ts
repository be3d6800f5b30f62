/**
 * An ask: one hard time, from the first choice of Purple or Dark until the person is better. Friends answer it. The
 * browser imports the types only.
 */
import { z } from 'zod';
import { storableText, uidList, uidSchema } from './inputs.ts';
import { MOODS } from './moods.ts';
import { ASK_NOTE_MAX_LENGTH, LONGEST_HOLD_SECONDS } from './sizes.ts';
import { milliseconds } from './views.ts';

const levelSchema = z.enum(['Purple', 'Dark']);
const helpSchema = z.enum(['call', 'message', 'company', 'know']);
const helpersWantedSchema = z.literal([1, 2]).describe('how many friends shall reach out');

/** What a friend can answer. */
const answerKindSchema = z.enum(['yes', 'later', 'no']);

/** An answer that the person sees: a 'no' is not shown, and a look only counted. */
const shownAnswerSchema = z.object({
  uid: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  answer: z.enum(['yes', 'later']),
  answeredAt: milliseconds,
  laterAt: milliseconds.nullable(),
  handedOverAt: milliseconds.nullable(),
});

/** How the friends who were asked are reached. All are counts of friends. */
const askReportSchema = z.object({
  asked: z.int().nonnegative(),
  handed: z.int().nonnegative().describe('a gateway has taken the text, and it is not known as lost'),
  arrived: z.int().nonnegative().describe('of these: the phone network reports that the text arrived'),
  lost: z
    .array(z.object({ uid: z.uuid(), firstname: z.string() }))
    .describe('the phone network could not deliver the text'),
  trying: z.int().nonnegative().describe('the text waits or is held'),
  appOnly: z.int().nonnegative().describe('they see it in the app, for whatever reason'),
  notifiable: z.int().nonnegative().describe('of all: friends whom a notification or an email reaches'),
  seen: z.int().nonnegative(),
});

/** A person's own ask. */
const ownAskSchema = z
  .object({
    id: z.uuid(),
    level: levelSchema,
    askedAt: milliseconds,
    calledAt: milliseconds,
    worseAt: milliseconds.nullable(),
    opensAt: milliseconds.describe('friends see it and are texted then'),
    textsAt: milliseconds.describe('the texts of the newest choice leave then, and until then an undo takes all back'),
    stillAt: milliseconds.nullable(),
    againAt: milliseconds.nullable(),
    chosen: z.array(z.uuid()).nullable().describe('the friends who are asked; null for all'),
    helpersWanted: helpersWantedSchema,
    help: helpSchema.nullable(),
    note: z.string().nullable(),
    closed: z.object({ at: milliseconds, how: z.enum(['ok', 'quiet', 'undone', 'expired']) }).nullable(),
    answers: z.array(shownAnswerSchema),
    report: askReportSchema,
    version: z.int().positive(),
  })
  .meta({ id: 'OwnAsk' });

/** The ask of a friend, for those who are asked. */
const friendAskSchema = z
  .object({
    id: z.uuid(),
    uid: z.uuid(),
    level: levelSchema,
    calledAt: milliseconds,
    worseAt: milliseconds.nullable(),
    againAt: milliseconds.nullable(),
    help: helpSchema.nullable(),
    note: z.string().nullable(),
    helpersWanted: helpersWantedSchema,
    onIt: z.int().nonnegative().describe('friends who will reach out, without oneself'),
    names: z.array(z.string()).describe('first names of those friends whom one may know of'),
    handedOverAt: milliseconds
      .nullable()
      .describe('the last time a friend had to go and nobody else has answered since'),
    answer: answerKindSchema.nullable().describe('null also after a hand-over, which ends the answer'),
    answeredAt: milliseconds.nullable().describe('it stays after a hand-over'),
    laterAt: milliseconds.nullable(),
    hasPlan: z.boolean().describe('one may read what helps the friend'),
    hasReached: z.boolean().describe('one has said, since that answer, that one got to reach the friend'),
    showName: z.boolean().describe('the others who are asked may read one’s first name'),
    closed: z.object({ at: milliseconds, thanked: z.boolean() }).nullable(),
  })
  .meta({ id: 'FriendAsk' });

/** A choice that was undone when some of its texts had left, while friends can still be told that it was a slip. */
const undoneChoiceSchema = z
  .object({
    ask: z.uuid(),
    level: levelSchema,
    calledAt: milliseconds.describe('when the choice was made'),
    asked: z.int().nonnegative(),
    left: z.int().nonnegative(),
  })
  .meta({ id: 'UndoneChoice' });

export const asksSchema = z
  .object({ mine: ownAskSchema.nullable(), friends: z.array(friendAskSchema), undone: undoneChoiceSchema.nullable() })
  .meta({ id: 'Asks' });
/** What a change of one's own ask answers. */
export const myAskSchema = asksSchema.pick({ mine: true }).meta({ id: 'MyAsk' });
/** What an answer to a friend answers. */
export const friendsAsksSchema = asksSchema.pick({ friends: true }).meta({ id: 'FriendsAsks' });

/** Whom a choice of Purple or Dark would reach now. */
export const reachSchema = z
  .object({
    friends: z.int().nonnegative().describe('friends who are asked'),
    only: z.array(z.string()).nullable().describe('their first names, where the person asks some friends only'),
    isSetting: z.boolean().describe("whether that is the person's setting, and not chosen for the ask that is open"),
    chosenAreGone: z.boolean().describe('the chosen friends are no friends any more, so everybody is asked'),
  })
  .meta({ id: 'Reach' });

/** What the link in a text shows: only this of the person, and nothing of other people. */
export const linkedAskSchema = z
  .object({
    firstname: z.string(),
    level: levelSchema,
    calledAt: milliseconds,
    help: helpSchema.nullable(),
    isSomebodyThere: z.boolean().describe('as many friends as wanted will reach out'),
    isClosed: z.boolean(),
    answer: answerKindSchema.nullable(),
  })
  .meta({ id: 'LinkedAsk' });

export const answerCodeSchema = z.object({ code: z.string().max(100) });
export const answerByLinkSchema = answerCodeSchema.extend({
  answer: answerKindSchema,
  laterAt: milliseconds.optional(),
});

/** What to change about an ask; what is left out stays. */
export const changeAskSchema = z.object({
  help: helpSchema.nullable().optional(),
  note: z
    .string()
    .trim()
    .pipe(storableText(ASK_NOTE_MAX_LENGTH).refine((text) => !/[\r\n\u2028\u2029]/.test(text), 'must be one line'))
    .nullable()
    .optional(),
  chosen: uidList({ min: 1, max: 5_000 }).nullable().optional(),
  helpersWanted: helpersWantedSchema.optional(),
});

export const answerAskSchema = z.object({
  answer: answerKindSchema,
  laterAt: milliseconds.optional(),
  showName: z.boolean().optional().describe('left out: as before'),
});

export const closeAskSchema = z.object({
  tell: z.boolean(),
  thank: uidList({ max: 5_000 }).default([]),
  byText: z.boolean().default(false),
});

/** The result of an undo. */
export const undoneSchema = z
  .object({
    mood: z.enum(MOODS),
    asked: z.int().nonnegative().describe('how many texts there were'),
    left: z.int().nonnegative().describe('how many of them had left'),
    stands: levelSchema.nullable().describe('an earlier choice of the same ask, which is not undone'),
  })
  .meta({ id: 'Undone' });

export const askIdSchema = z.object({ id: uidSchema });
export const holdSchema = z.object({
  seconds: z.int().min(0).max(LONGEST_HOLD_SECONDS).describe('from now; 0 gives the time back that was given so'),
});

export type OwnAsk = z.infer<typeof ownAskSchema>;
export type ShownAnswer = z.infer<typeof shownAnswerSchema>;
export type FriendAsk = z.infer<typeof friendAskSchema>;
export type Asks = z.infer<typeof asksSchema>;
export type AskReport = z.infer<typeof askReportSchema>;
export type ChangeAsk = z.infer<typeof changeAskSchema>;
export type AnswerAsk = z.infer<typeof answerAskSchema>;
export type CloseAsk = z.infer<typeof closeAskSchema>;
export type LinkedAsk = z.infer<typeof linkedAskSchema>;
export type Reach = z.infer<typeof reachSchema>;
export type UndoneChoice = z.infer<typeof undoneChoiceSchema>;
export type Undone = z.infer<typeof undoneSchema>;

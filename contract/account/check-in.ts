/** A check-in that a person has planned: friends are told when no answer comes. The browser imports the types only. */
import { z } from 'zod';
import { timeOfDaySchema, timeZoneSchema } from '../consent.ts';
import { uidSchema } from '../inputs.ts';
import { CHECK_IN_FRIENDS, CHECK_IN_MINUTES } from '../sizes.ts';
import { milliseconds, personSchema } from '../views.ts';
import { minutesBetween } from './time-of-day.ts';

const day = z.iso
  .date()
  .refine((date) => date > '2000', 'must be a day of this century')
  .describe("a day of the person's time zone");

const times = {
  days: z.array(z.int().min(1).max(7)).describe('1 is Monday'),
  at: timeOfDaySchema.describe('when the person is asked'),
  until: timeOfDaySchema.describe('when friends are told; the next day, when it is earlier than `at`'),
  zone: timeZoneSchema,
  awayUntil: day.nullable().describe('the first day on which the person is asked again; null for no pause'),
};

const checkInSchema = z
  .object({
    ...times,
    countsUse: z.boolean().describe('using the app is an answer'),
    friends: z
      .array(z.object({ uid: z.uuid(), hasAgreed: z.boolean() }))
      .describe('whom the person asked to look in; one who declined looks like one who has not answered'),
    asksAt: milliseconds.nullable().describe('when the next round begins; null while one runs, and after a missed one'),
    endsAt: milliseconds.nullable().describe('when friends are told, in a round that runs'),
    missedAt: milliseconds.nullable().describe('when friends were told; null once the person has answered'),
    answeredAt: milliseconds.nullable().describe('when the person answered a missed one, for an hour'),
    isReminded: z.boolean().describe('by a notification or a text; otherwise the person has to open Moodring'),
    notifiesFriends: z.boolean().describe('a text or a notification reaches a friend who has said yes, or was told'),
  })
  .meta({ id: 'CheckIn' });

const friendCheckInSchema = personSchema
  .extend({
    times: z.object(times).nullable().describe('null after a no; the pause is told to those who agreed'),
    hasAgreed: z.boolean().nullable().describe('null while the person has not answered'),
    hasNewTimes: z.boolean().describe('the days or times have changed since the person said yes'),
    missedAt: milliseconds.nullable().describe('when the person was told that this friend has not checked in'),
    answeredAt: milliseconds.nullable().describe('when that friend has checked in afterwards'),
    isOver: z.boolean().describe('the friend has ended the check-in, and the answer is still news'),
  })
  .meta({ id: 'FriendCheckIn' });

export const checkInsSchema = z
  .object({
    own: checkInSchema.nullable(),
    friends: z.array(friendCheckInSchema).describe('of friends who asked this person to look in'),
    isReached: z.boolean().describe('a text or a notification would tell this person of a missed one'),
  })
  .meta({ id: 'CheckIns' });

/** The whole check-in. People who are no friends are left out. */
export const changeCheckInSchema = z
  .strictObject({
    days: z.array(z.int().min(1).max(7)).min(1).max(7),
    at: timeOfDaySchema,
    until: timeOfDaySchema,
    zone: timeZoneSchema,
    countsUse: z.boolean().default(false),
    awayUntil: day.nullable().default(null),
    friends: z.array(uidSchema).max(CHECK_IN_FRIENDS),
  })
  .refine(({ at, until }) => minutesBetween(at, until) >= CHECK_IN_MINUTES, 'must leave 90 minutes to answer');

export const agreeSchema = z.strictObject({ agrees: z.boolean() });

export type CheckIns = z.infer<typeof checkInsSchema>;
export type CheckIn = z.infer<typeof checkInSchema>;
export type FriendCheckIn = z.infer<typeof friendCheckInSchema>;
export type ChangeCheckIn = z.infer<typeof changeCheckInSchema>;

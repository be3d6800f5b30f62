/**
 * What the server answers with. Schemas, because the OpenAPI document is made from them and the tests hold answers to
 * them; the browser imports their types only.
 */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { MOODS } from './moods.ts';

const milliseconds = z.int().nonnegative().describe("milliseconds since 1970, by the server's clock");

export const moodSchema = z.enum(MOODS);

export const errorSchema = z
  .object({
    error: z.object({ code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]), message: z.string() }),
  })
  .meta({ id: 'Error' });

/** users/{uid}/info (spec §3). */
export const infoSchema = z
  .object({
    uid: z.uuid(),
    firstname: z.string(),
    lastname: z.string(),
    initials: z.string(),
    phonenumber: z.string(),
    email: z.string(),
    mood: moodSchema,
  })
  .meta({ id: 'Info' });

/** A mood of a person. No two of theirs have the same `chosenAt`: the latest holds, in whatever order they are heard of. */
export const chosenMoodSchema = z.object({ mood: moodSchema, chosenAt: milliseconds }).meta({ id: 'ChosenMood' });

/** What came of a choice. */
export const sharedMoodSchema = chosenMoodSchema
  .extend({ textsLimited: z.boolean().describe('the circle was texted so often lately that this choice texts nobody') })
  .meta({ id: 'SharedMood' });

/** A connection as lists show it (spec §3). `lastmessage` is 0 when there was none; `moodChosenAt` as in ChosenMood. */
export const connectionEntrySchema = infoSchema
  .extend({ lastmessage: milliseconds, unread: z.int().nonnegative(), moodChosenAt: milliseconds })
  .meta({ id: 'ConnectionEntry' });

/** A person found by a search: never email, phone number or mood. */
export const foundPersonSchema = z
  .object({
    uid: z.uuid(),
    firstname: z.string(),
    lastname: z.string(),
    initials: z.string(),
    connected: z.boolean(),
  })
  .meta({ id: 'FoundPerson' });

/** A chat message (spec §3). `seq` orders a conversation, the same for both. */
export const messageSchema = z
  .object({
    id: z.uuid(),
    seq: z.int().positive(),
    sender: z.uuid(),
    receiver: z.uuid(),
    content: z.string(),
    timestamp: milliseconds,
    read: z.boolean(),
  })
  .meta({ id: 'Message' });

/**
 * What became of a text message of somebody's doing, as they see it: one that they sent by hand, or one that could not be
 * sent. `recipient` is whom it was for, null for a number that was typed. That is `phoneNumber`, null for all others, and
 * when the person with that number has deleted their account since.
 */
export const sentTextSchema = z
  .object({
    id: z.uuid(),
    cause: z.enum(['mood', 'message', 'connection', 'form']),
    recipient: z.uuid().nullable(),
    phoneNumber: z.string().nullable(),
    message: z.string(),
    status: z.enum(['queued', 'sending', 'sent', 'failed', 'cancelled', 'recorded']),
    attempts: z.int().nonnegative(),
    createdAt: milliseconds,
  })
  .meta({ id: 'SentText' });

/** A page of a conversation, oldest first; `before` asks for the page of older messages, null when there are none. */
export const messagePageSchema = z
  .object({ messages: z.array(messageSchema), before: z.int().positive().nullable() })
  .meta({ id: 'MessagePage' });

/** What everybody may know of an installation's settings. */
export const installationSchema = z
  .object({
    signUp: z.enum(['open', 'closed']),
    textCountries: z
      .union([z.literal('all'), z.array(z.string())])
      .describe('where texts by hand may go: countries by their two letters (ISO 3166-1), the home country first'),
  })
  .meta({ id: 'Installation' });

export type SharedMood = z.infer<typeof sharedMoodSchema>;
export type ChosenMood = z.infer<typeof chosenMoodSchema>;
export type Info = z.infer<typeof infoSchema>;
export type ConnectionEntry = z.infer<typeof connectionEntrySchema>;
export type FoundPerson = z.infer<typeof foundPersonSchema>;
export type Message = z.infer<typeof messageSchema>;
export type MessagePage = z.infer<typeof messagePageSchema>;
export type Installation = z.infer<typeof installationSchema>;
export type SentText = z.infer<typeof sentTextSchema>;

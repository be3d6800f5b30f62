/**
 * The server's responses. They are schemas for the OpenAPI document and for tests that check responses. The browser imports
 * their types only.
 */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { MOODS } from './moods.ts';
import { photoSchema } from './photos.ts';
import { FOUND_MESSAGES_MAX } from './sizes.ts';

export const milliseconds = z.int().nonnegative().describe("milliseconds since 1970, by the server's clock");

export const personSchema = z.object({
  uid: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  initials: z.string(),
});

export const moodSchema = z.enum(MOODS);

export const errorSchema = z
  .object({
    error: z.object({ code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]), message: z.string() }),
  })
  .meta({ id: 'Error' });

/** users/{uid}/info (spec §3). */
export const infoSchema = personSchema
  .extend({
    phonenumber: z.string(),
    email: z.string().describe("the reader's own; '' of friends"),
    mood: moodSchema,
  })
  .meta({ id: 'Info' });

/** A mood of a person. Each has another `chosenAt`, so the latest wins in whatever order they arrive. */
export const chosenMoodSchema = z
  .object({
    mood: moodSchema,
    chosenAt: milliseconds,
    isNew: z.literal(true).optional().describe('no mood was chosen yet, of those that the reader may see'),
  })
  .meta({ id: 'ChosenMood' });

/** The result of choosing a mood. */
export const sharedMoodSchema = chosenMoodSchema
  .extend({
    textsLimited: z.boolean().describe('the circle was texted so often lately that this choice texts nobody'),
    textsOn: z.boolean().describe('this installation can send texts: a gateway is set'),
    friends: z.int().nonnegative().nullable().describe('whom it asks, or shows; null when they could not be counted'),
    ask: z
      .object({
        id: z.uuid(),
        opensAt: milliseconds.describe('friends see it then'),
        textsAt: milliseconds.describe('the texts leave then, and until then an undo takes all back'),
      })
      .nullable()
      .describe('the ask of a choice of Purple or Dark; null for other moods, and when it is over'),
  })
  .meta({ id: 'SharedMood' });

/** The newest message of a chat, as a list shows it. The highest `seq` is the newest. */
const previewSchema = z
  .object({
    seq: z.int().positive(),
    mine: z.boolean().describe('the reader sent it'),
    text: z.string().describe('its first words, on one line; empty for photos alone'),
    deleted: z.literal(true).optional().describe('its sender deleted it for both: `text` is empty'),
  })
  .meta({ id: 'Preview' });

/** A connection as lists show it (spec §3). `lastmessage` is 0 when there was none; `moodChosenAt` as in ChosenMood. */
export const connectionEntrySchema = infoSchema
  .extend({
    lastmessage: milliseconds,
    unread: z.int().nonnegative(),
    moodChosenAt: milliseconds,
    isNew: chosenMoodSchema.shape.isNew,
    photo: z.uuid().optional().describe('of the profile photo, which is at `/api/photos/{photo}`; missing for none'),
    preview: previewSchema.nullable().describe('null while the chat has no message'),
    hidesMood: z
      .literal(true)
      .optional()
      .describe('the person hides their mood from this friend, and does not ask them'),
  })
  .meta({ id: 'ConnectionEntry' });

/** A person found by a search, without email, phone number and mood. */
export const foundPersonSchema = personSchema
  .extend({
    connected: z.boolean(),
    asked: z.boolean().describe('the searcher has asked to be in their circle'),
  })
  .meta({ id: 'FoundPerson' });

/** The message that a reply answers. */
const quoteSchema = z
  .object({
    id: z.uuid(),
    sender: z.uuid(),
    content: z.string().nullable().describe('its first characters; empty for photos alone; null when it was deleted'),
  })
  .meta({ id: 'Quote' });

/**
 * A chat message (spec §3). `seq` orders a conversation for both people. Most messages have none of the optional fields. One with
 * `photos` may have no words.
 */
export const messageSchema = z
  .object({
    id: z.uuid(),
    seq: z.int().positive(),
    sender: z.uuid(),
    receiver: z.uuid(),
    content: z.string(),
    timestamp: milliseconds,
    read: z.boolean(),
    quote: quoteSchema.optional().describe('of a reply'),
    reactions: z
      .array(z.object({ uid: z.uuid(), emoji: z.string() }))
      .optional()
      .describe('one a person'),
    photos: z.array(photoSchema).optional().describe('missing for messages without photos'),
    deleted: z.literal(true).optional().describe('its sender deleted it for both: `content` is empty'),
  })
  .meta({ id: 'Message' });

const firstUnreadSchema = z.int().positive().nullable();

/** A page of a conversation, oldest first. `before` requests the page of older messages; null when there are none. */
export const messagePageSchema = z
  .object({
    messages: z.array(messageSchema),
    before: z.int().positive().nullable(),
    firstUnread: z
      .object({ mine: firstUnreadSchema, theirs: firstUnreadSchema })
      .describe('in the whole conversation, the seq of the oldest unread message of each of the two; null for none'),
  })
  .meta({ id: 'MessagePage' });

/** Messages of a conversation that hold a text, newest first. `before` requests the next page; null when there is none. */
export const foundMessagesSchema = z
  .object({
    messages: z.array(messageSchema.pick({ id: true, seq: true, sender: true, content: true, timestamp: true })),
    before: z
      .int()
      .positive()
      .nullable()
      .describe('where the next page begins; a page of a very long conversation may be short, or empty'),
    count: z.int().nonnegative().max(FOUND_MESSAGES_MAX).describe('found messages, on this page and after it'),
  })
  .meta({ id: 'FoundMessages' });

/** An installation's public settings. */
export const installationSchema = z
  .object({
    version: z.string().describe('of the server, such as 1.2.3'),
    signUp: z
      .enum(['open', 'invite', 'closed'])
      .describe('who may sign up: everybody, people with an invitation, nobody'),
    signInWith: z
      .string()
      .nullable()
      .describe('the provider with whom people may log in, by its name (OpenID Connect)'),
    resetBy: z.array(z.enum(['email', 'text'])).describe('how a person who forgot the password gets a new one'),
    sendsTexts: z.boolean().describe('texts leave this installation: a gateway is set; otherwise it only records them'),
    textCountries: z
      .union([z.literal('all'), z.array(z.string())])
      .describe('where texts by hand may go: countries by their two letters (ISO 3166-1), the home country first'),
  })
  .meta({ id: 'Installation' });

export type SharedMood = z.infer<typeof sharedMoodSchema>;
export type ChosenMood = z.infer<typeof chosenMoodSchema>;
export type Info = z.infer<typeof infoSchema>;
export type Preview = z.infer<typeof previewSchema>;
export type ConnectionEntry = z.infer<typeof connectionEntrySchema>;
export type FoundPerson = z.infer<typeof foundPersonSchema>;
export type Message = z.infer<typeof messageSchema>;
export type Quote = z.infer<typeof quoteSchema>;
export type MessagePage = z.infer<typeof messagePageSchema>;
export type FoundMessages = z.infer<typeof foundMessagesSchema>;
export type Installation = z.infer<typeof installationSchema>;

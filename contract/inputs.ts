/** The inputs that the server accepts. The browser imports the types only. */
import { z } from 'zod';
import { isBlank } from './is-blank.ts';
import {
  MESSAGE_MAX_LENGTH,
  PHONE_NUMBER_MAX_LENGTH,
  PHOTOS_PER_MESSAGE,
  SEARCH_MAX_LENGTH,
  TEXT_MAX_LENGTH,
} from './sizes.ts';
import { moodSchema } from './views.ts';

/** Text that PostgreSQL can store: NUL is refused, half a surrogate pair is replaced. */
export function storableText(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, 'must not contain a NUL character')
    .transform((text) => text.toWellFormed());
}

const NO_UID = '00000000-0000-0000-0000-000000000000';

/** The id of a person, an ask or a message in a path. Other text is read as an id that does not exist. */
export const uidSchema = z
  .string()
  .transform((text) => (z.uuid().safeParse(text).success ? text.toLowerCase() : NO_UID));

/** A list of uids. Wrong elements are one issue together: thousands of issues would hold up all calls. */
export function uidList({ min = 0, max }: { min?: number; max: number }) {
  const list = z.array(z.uuid().toLowerCase(), `must be ${min} to ${max} UUIDs`).min(min).max(max);
  return z.preprocess((value) => (list.validate(value) ? value : null), list);
}

export const chooseMoodSchema = z.object({
  mood: moodSchema,
  requestId: z.uuid().optional().describe('made by the caller: repeats of a call with the same one are one choice'),
});

export const searchSchema = z.object({ query: storableText(SEARCH_MAX_LENGTH) });

/**
 * The sender makes `id`, so that sending twice stores once. `content` must not be blank (spec §5), but beside `photos`, which
 * the sender uploaded before for this message.
 */
export const sendMessageSchema = z
  .object({
    id: z.uuid().toLowerCase(),
    receiver: z.uuid().toLowerCase(),
    content: storableText(MESSAGE_MAX_LENGTH),
    replyTo: z
      .uuid()
      .toLowerCase()
      .optional()
      .describe('a message of the same two people that this one answers; any other is left out'),
    photos: z.array(z.uuid().toLowerCase()).min(1).max(PHOTOS_PER_MESSAGE).optional(),
  })
  .refine(({ content, photos }) => photos || !isBlank(content), { path: ['content'], error: 'must not be empty' });

export const markReadSchema = z.object({ sender: z.uuid().toLowerCase() });

/** Which call for support a person has seen: whose, and when it was chosen, in milliseconds. */
export const seenMoodSchema = z.object({
  uid: z.uuid().toLowerCase(),
  chosenAt: z.int().nonnegative().max(8_640_000_000_000_000),
});

/** Whether a person is writing to `to` at the moment. */
export const typingSchema = z.object({ to: z.uuid().toLowerCase(), isTyping: z.boolean() });

const seqSchema = z.coerce.number().int().positive();

export const messagePageQuerySchema = z.object({
  with: uidSchema,
  before: seqSchema.optional().describe('the page before this seq'),
  around: seqSchema.optional().describe('the messages on both sides of this seq; `before` is ignored'),
});

export const messageSearchSchema = z.object({
  with: uidSchema,
  q: storableText(SEARCH_MAX_LENGTH).refine((text) => !isBlank(text), 'must not be empty'),
  before: z.int().positive().optional().describe('only messages before this seq'),
});

/** A text message for a message endpoint (spec §7). */
export const textMessageSchema = z.object({
  phoneNumber: storableText(PHONE_NUMBER_MAX_LENGTH).refine((text) => /\d/.test(text)),
  message: storableText(TEXT_MAX_LENGTH).refine((text) => !isBlank(text)),
});

export type SendMessage = z.infer<typeof sendMessageSchema>;
export type Typing = z.infer<typeof typingSchema>;
export type MessageSearch = z.infer<typeof messageSearchSchema>;
export type SeenMood = z.infer<typeof seenMoodSchema>;
export type TextMessage = z.infer<typeof textMessageSchema>;

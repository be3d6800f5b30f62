/** What the server accepts. The browser imports the types only. */
import { z } from 'zod';
import { isBlank } from './is-blank.ts';
import { MESSAGE_MAX_LENGTH, PHONE_NUMBER_MAX_LENGTH, SEARCH_MAX_LENGTH, TEXT_MAX_LENGTH } from './limits.ts';
import { moodSchema } from './views.ts';

/** Text that PostgreSQL can store: no NUL, no half of a surrogate pair. */
function storableText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
    .transform((text) => text.toWellFormed());
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A person's uid in an address. What is no UUID is nobody's, and is answered like any person who does not exist. */
export const uidSchema = z
  .string()
  .transform((text) => (z.uuid().safeParse(text).success ? text.toLowerCase() : NOBODY));

export const chooseMoodSchema = z.object({ mood: moodSchema });

export const searchSchema = z.object({ query: storableText(SEARCH_MAX_LENGTH) });

/** `id` is made by the sender, so that sending twice stores once; `content` must not be blank (spec §5). */
export const sendMessageSchema = z.object({
  id: z.uuid().toLowerCase(),
  receiver: z.uuid().toLowerCase(),
  content: storableText(MESSAGE_MAX_LENGTH).refine((text) => !isBlank(text), 'must not be empty'),
});

export const markReadSchema = z.object({ sender: z.uuid().toLowerCase() });

export const messagePageQuerySchema = z.object({
  with: uidSchema,
  before: z.coerce.number().int().positive().optional(),
});

/** A raw text message (spec §7): a number with digits, a message that is not blank. */
export const textMessageSchema = z.object({
  phoneNumber: storableText(PHONE_NUMBER_MAX_LENGTH).refine((text) => /\d/.test(text), 'A phone number needs digits.'),
  message: storableText(TEXT_MAX_LENGTH).refine((text) => !isBlank(text), 'A message needs some text.'),
});

export type SendMessage = z.infer<typeof sendMessageSchema>;
export type TextMessage = z.infer<typeof textMessageSchema>;

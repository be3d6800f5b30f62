/** Helplines by country, for /help: the list in helplines.json, and an operator's own (`HELPLINES_FILE`). */
import { z } from 'zod';

/** As people dial it in that country: digits, spaces, dashes, and at most a plus before them. */
const number = z.string().regex(/^\+?[\d -]{2,24}$/, 'must be a number as people dial it there');
const words = z.string().min(1).max(200);

/** A helpline. Fields that are missing are not known. */
const helplineSchema = z
  .strictObject({
    country: z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code in capitals, such as US'),
    name: words,
    call: number.optional(),
    /** The number that takes texts, and the word that a first text must have. */
    sms: z.strictObject({ to: number, words: words.optional() }).optional(),
    /** The address of a chat in the browser. */
    chat: z.url({ protocol: /^https$/, error: 'must be an https address' }).optional(),
    hours: words.optional(),
    cost: words.optional(),
    languages: words.optional(),
    /** Reaches the same people where the short number does not work. */
    fallback: number.optional(),
    /** The provider's own page about the line. */
    source: z.url({ protocol: /^https$/, error: 'must be an https address' }),
    /** The day on which a person compared the entry with `source`. Without it /help says that the entry is not checked. */
    lastChecked: z.iso.date().optional(),
    checkedBy: words.optional(),
  })
  .refine(({ call, sms, chat }) => call || sms || chat, 'needs call, sms or chat')
  .refine(({ lastChecked, checkedBy }) => (lastChecked === undefined) === (checkedBy === undefined), {
    message: 'needs both lastChecked and checkedBy, or neither',
  });

export const helplinesSchema = z.array(helplineSchema).max(1_000);

export type Helpline = z.infer<typeof helplineSchema>;

/** What people do with messages: react and delete. The browser imports the types only. */
import { z } from 'zod';
import { REACTIONS, type Reaction } from './reactions.ts';

const reactionSchema = z.enum(Object.keys(REACTIONS) as [Reaction, ...Reaction[]]);

/** A message in a path. Other text becomes the id of no message, so that it is answered like any unknown message. */
export const messageIdSchema = z.object({
  id: z
    .string()
    .transform((text) =>
      z.uuid().safeParse(text).success ? text.toLowerCase() : '00000000-0000-0000-0000-000000000000',
    ),
});

export const reactSchema = z.object({
  emoji: reactionSchema.nullable().describe('replaces an earlier one; null takes it back'),
});

export const deleteMessageSchema = z.object({
  for: z.enum(['me', 'both']).describe('`both`: an own message, for 24 hours; its words are removed for good'),
});

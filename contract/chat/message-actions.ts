/** What people do with messages: react and delete. The browser imports the types only. */
import { z } from 'zod';
import { uidSchema } from '../inputs.ts';
import { REACTIONS, type Reaction } from './reactions.ts';

const reactionSchema = z.enum(Object.keys(REACTIONS) as [Reaction, ...Reaction[]]);

export const messageIdSchema = z.object({ id: uidSchema });

export const reactSchema = z.object({
  emoji: reactionSchema.nullable().describe('replaces an earlier one; null takes it back'),
});

export const deleteMessageSchema = z.object({
  for: z.enum(['me', 'both']).describe('`both`: an own message, for 24 hours; its words are removed for good'),
});

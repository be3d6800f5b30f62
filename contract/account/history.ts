/** A person's own moods of the past. The browser imports the types only. */
import { z } from 'zod';
import { chosenMoodSchema, milliseconds } from '../views.ts';

const moment = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

/** Which part of the history: from a moment on, and before another. */
export const historyRangeSchema = z.object({ from: moment, to: moment });

/** What to forget: everything before this moment. */
export const forgetSchema = z.object({ before: moment });

export const historySchema = z
  .object({
    moods: z.array(chosenMoodSchema).describe('the newest of that time, oldest first'),
    before: milliseconds.nullable().describe('the `to` that asks for the moods before these; null when there are none'),
    first: milliseconds.nullable().describe('the time of the oldest mood of all; null without one'),
  })
  .meta({ id: 'History' });

export const forgottenSchema = z
  .object({
    forgotten: z.int().nonnegative(),
    kept: z
      .int()
      .nonnegative()
      .describe('older moods that stay until texts about them have left and their hard time is over'),
    isDone: z.boolean().describe('false when the call ran out of time: call it again'),
  })
  .meta({ id: 'Forgotten' });

export type History = z.infer<typeof historySchema>;
export type Forgotten = z.infer<typeof forgottenSchema>;

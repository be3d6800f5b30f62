import type { z } from 'zod';
import { ERRORS } from '#contract/errors.ts';
import { errorSchema } from '#contract/views.ts';

const json = <Schema extends z.ZodType>(schema: Schema) => ({ 'application/json': { schema } });

/** A JSON body of a call, for its entry in the contract. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({ content: json(schema), required: true as const });

/** What a call answers: `schema` when it went well, `{error}` otherwise. */
export const answers = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { content: json(schema), description },
  default: {
    content: json(errorSchema),
    description: Object.values(ERRORS)
      .map((error) => error.message)
      .join(' '),
  },
});

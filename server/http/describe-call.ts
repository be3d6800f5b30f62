import type { z } from 'zod';
import { ERRORS } from '#contract/errors.ts';
import { errorSchema } from '#contract/views.ts';

const json = <Schema extends z.ZodType>(schema: Schema) => ({ 'application/json': { schema } });

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  content: json(schema),
  required: true as const,
});

/** A call's responses, for `createRoute`: 200 with `schema`, any other status with `{error}`. */
export const responses = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { content: json(schema), description },
  default: {
    content: json(errorSchema),
    description: Object.values(ERRORS)
      .map((error) => error.message)
      .join(' '),
  },
});

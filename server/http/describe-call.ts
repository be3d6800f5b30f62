import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import type { z } from 'zod';
import { ERRORS, type ErrorCode, ProductError } from '#contract/errors.ts';
import { errorSchema } from '#contract/views.ts';
import type { ApiEnvironment } from './api.ts';

const json = <Schema extends z.ZodType>(schema: Schema) => ({ 'application/json': { schema } });

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  content: json(schema),
  required: true as const,
});

/** Describes a call that is registered by hand, because a validator would read its body before the caller is authorised. */
export function describePost(
  api: OpenAPIHono<ApiEnvironment>,
  path: string,
  body: z.ZodType,
  answers: RouteConfig['responses'],
  params?: z.ZodObject,
): void {
  const request = { body: jsonBody(body), ...(params && { params }) };
  api.openAPIRegistry.registerPath({ method: 'post', path, request, responses: answers });
}

const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** A call's responses, for `createRoute`: 200 with `schema`, any other status with `{error}`. */
export const responses = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { content: json(schema), description },
  default: {
    content: json(errorSchema),
    description: ERROR_CODES.map((code) => new ProductError(code).message).join(' '),
  },
});
